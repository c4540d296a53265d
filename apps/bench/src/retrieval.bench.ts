import { existsSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PostgresServer } from '@docent/simulators'
import type { Collection } from './retrieval/collection.ts'
import { documentation } from './retrieval/documentation.ts'
import { ENGINE_PROCESS, editBuilt, serveEngineProcess } from './retrieval/engine-process.ts'
import { type EngineRun, runEngine, withStored } from './retrieval/engine-run.ts'
import { EMBEDDING } from './retrieval/engines/docent-hybrid.ts'
import { POSTGRES_URL } from './retrieval/engines/docent-postgres.ts'
import { ENGINES, engineNamed } from './retrieval/engines/engine-list.ts'
import { identifierReport } from './retrieval/identifier-runs.ts'
import { losses, lossesReport } from './retrieval/losses.ts'
import { documentationReport, judgedReport, sizeReport } from './retrieval/report.ts'
import { readSite } from './retrieval/site-pages.ts'
import { testCollection } from './retrieval/test-collection.ts'

/**
 * Quality, speed and cost of retrieval beside MiniSearch, Orama, SQLite FTS5 and LanceDB's own text search (after
 * `npm install --prefix apps/bench/peers`): each
 * engine builds and searches in processes of its own, over the same passages and the same queries.
 *
 *   node apps/bench/run.mjs retrieval <folder with cranfield.json and cacm.json> [folder of Markdown ...]
 *     --engines docent,minisearch   only these
 *     --embedding <model folder>    Docent with vectors too (docent-hybrid); retrieval-embedding makes a weak model
 *     --queries 1000                most queries of the documentation
 *     --passages 40000,1000000      the engines on so many passages, instead of the comparison
 *     --minutes 15                  then no further passages are added
 *     --identifiers                 names of each site, with and without a slip, instead of the rest
 *     --untimed                     only the answers, not how fast they are
 *     --losses losses.jsonl         every query that an engine loses to the best of the others
 *
 * The folders also come from DOCENT_IR_DATA and DOCENT_DOCS_CORPUS (separated by colons). See
 * apps/docs/content/operations/retrieval-benchmark.mdx for the corpus and the rules.
 */
const PROGRAM = fileURLToPath(import.meta.url)
const JUDGED = ['cranfield', 'cacm', 'scifact', 'pydocs']
/** Not everyone may pass it on: its absence is no failure. */
const OPTIONAL = new Set(['scifact', 'pydocs'])

if (process.argv.includes(ENGINE_PROCESS)) serveEngineProcess()
else await withServer(main)

/** A PostgreSQL of its own, as people run it, for the engines that need one. */
async function withServer(work: () => Promise<void>): Promise<void> {
  const server = await PostgresServer.start(true)
  process.env[POSTGRES_URL] = server.url
  try {
    await work()
  } finally {
    server.remove()
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      engines: { type: 'string', default: ENGINES.map(({ name }) => name).join(',') },
      queries: { type: 'string', default: '1000' },
      passages: { type: 'string' },
      minutes: { type: 'string', default: '15' },
      losses: { type: 'string' },
      untimed: { type: 'boolean', default: false },
      embedding: { type: 'string' },
      identifiers: { type: 'boolean', default: false },
    },
  })
  const [irFolder = process.env.DOCENT_IR_DATA ?? '', ...sources] = positionals
  const folders =
    sources.length > 0 ? sources : (process.env.DOCENT_DOCS_CORPUS ?? '').split(':').filter(Boolean)
  const named = values.embedding === undefined ? values.engines : `${values.engines},docent-hybrid`
  const engines = named.split(',').map((name) => engineNamed(name).name)
  if (values.embedding !== undefined) process.env[EMBEDDING] = resolve(values.embedding)

  const start = performance.now()
  const sites = folders.filter((folder) => existsSync(folder)).map(readSite)
  const parsingMs = performance.now() - start
  if (sites.length < folders.length || sites.length === 0)
    missing('a documentation corpus', 'the further arguments or DOCENT_DOCS_CORPUS')
  const docs = documentation(sites)
  const asked = { ...docs, queries: docs.queries.slice(0, Number(values.queries)) }
  if (sites.length > 0)
    console.log(
      `${sites.length} sites, ${docs.entries.length} pages parsed in ${(parsingMs / 1000).toFixed(1)} s, ${docs.queries.length} link texts\n`,
    )

  if (values.passages !== undefined) {
    if (sites.length === 0) return
    for (const size of values.passages.split(','))
      await measureSize(asked, engines, Number(size), Number(values.minutes))
    return
  }
  if (values.identifiers) {
    const ask = (collection: Collection) => compare(collection, engines, false)
    console.log(await identifierReport(sites, Number(values.queries), ask))
    return
  }
  for (const name of JUDGED) {
    const file = join(irFolder, `${name}.json`)
    if (existsSync(file)) {
      const collection = testCollection(file, name)
      console.log(`${judgedReport(collection, await compare(collection, engines, false))}\n`)
    } else if (OPTIONAL.has(name)) console.log(`${name}: not measured, there is no ${basename(file)}\n`)
    else missing(basename(file), 'the first argument or DOCENT_IR_DATA')
  }
  if (sites.length === 0) return
  const runs = await compare(asked, engines, !values.untimed)
  console.log(documentationReport(asked, runs, parsingMs))
  if (values.losses !== undefined) {
    const lost = losses(asked, runs)
    writeFileSync(values.losses, lost.map((loss) => `${JSON.stringify(loss)}\n`).join(''))
    console.log(`\n${lossesReport(lost)}\n\nAll of them are in ${values.losses}.`)
  }
}

async function compare(
  collection: Collection,
  engines: readonly string[],
  timed: boolean,
): Promise<EngineRun[]> {
  return withStored(collection, async ({ entries, folder }) => {
    const runs: EngineRun[] = []
    for (const engine of engines) {
      const started = performance.now()
      try {
        runs.push(await runEngine(PROGRAM, collection, { engine, entries, folder: folder(engine), timed }))
      } catch (error) {
        // The others are worth a report all the same.
        notMeasured(`${engine} on ${collection.name}: ${error instanceof Error ? error.message : error}`)
      }
      console.error(`(${collection.name}, ${engine}: ${Math.round((performance.now() - started) / 1000)} s)`)
    }
    return runs
  })
}

async function measureSize(
  collection: Collection,
  engines: readonly string[],
  passages: number,
  minutes: number,
): Promise<void> {
  await withStored(collection, async ({ entries, folder }) => {
    const runs: EngineRun[] = []
    for (const engine of engines) {
      const order = { engine, entries, folder: folder(engine), passages, longestMs: minutes * 60_000 }
      const run = await runEngine(PROGRAM, collection, { ...order, timed: true })
      runs.push(run)
      if (run.build.passages < passages)
        console.log(
          `${engine}: after ${minutes} minutes there were ${run.build.passages} of ${passages} passages.`,
        )
      if (engine !== 'docent') continue
      const edits = await editBuilt(PROGRAM, { ...order, kind: collection.kind })
      const ms = (value: number) => `${value.toFixed(1)} ms`
      console.log(
        `docent, edit of one page: commit ${ms(edits.commitMs)}, first search ${ms(edits.firstSearchMs)}, found after ${ms(edits.foundMs)} (medians)\n`,
      )
    }
    console.log(`${sizeReport(runs)}\n`)
  })
}

function missing(what: string, how: string): void {
  notMeasured(`${what} is not there. Name its folder by ${how}.`)
}

function notMeasured(why: string): void {
  console.error(`!!! NOT MEASURED: ${why}\n`)
  process.exitCode = 1
}

import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId } from '@docent/core'
import { LancedbRetriever } from '@docent/retriever-lancedb'
import MiniSearch from 'minisearch'
import {
  type Collection,
  documentation,
  type Entry,
  enlarged,
  type Query,
  testCollection,
} from './retrieval-collections.ts'

/**
 * Quality and speed of retrieval, beside MiniSearch (weighted fields, prefix and fuzzy off).
 *
 *   node apps/bench/run.mjs retrieval <folder with cranfield.json and cacm.json> [folder of Markdown ...]
 *
 * Or by DOCENT_IR_DATA and DOCENT_DOCS_CORPUS (folders separated by colons). The numbers of the scorer were tuned on
 * the even queries; "held out" are the odd ones.
 */
const PASSAGES = 40_000
const project = projectId('bench')
const [irFolder = process.env.DOCENT_IR_DATA ?? '', ...docsFolders] = process.argv.slice(2)
if (docsFolders.length === 0)
  docsFolders.push(...(process.env.DOCENT_DOCS_CORPUS ?? '').split(':').filter((folder) => folder !== ''))

const collections: Collection[] = []
for (const name of ['cranfield', 'cacm']) {
  if (existsSync(join(irFolder, `${name}.json`))) collections.push(testCollection(irFolder, name))
  else missing(`${name}.json`, 'the first argument or DOCENT_IR_DATA')
}
const docs = docsFolders.every((folder) => existsSync(folder)) ? documentation(docsFolders) : undefined
if (docs !== undefined && docs.entries.length > 0) collections.push(docs)
else missing('a documentation corpus', 'the further arguments or DOCENT_DOCS_CORPUS')

for (const collection of collections) {
  await withRetriever(collection.entries, async (retriever) => {
    const peer = miniSearch(collection.entries)
    await quality(`${collection.name} docent    `, collection, async (text) => {
      const found = await retriever.search(project, { text, limit: 12, perPage: 1 })
      return found.map(({ passage }) => passage.pagePath)
    })
    await quality(`${collection.name} minisearch`, collection, async (text) => peer(text))
  })
}
if (docs !== undefined && docs.entries.length > 0) await speed(docs)

async function speed({ entries, queries }: Collection): Promise<void> {
  const large = enlarged(entries, PASSAGES)
  await withRetriever(large, async (retriever) => {
    for (const round of ['cold', 'warm']) {
      const times: number[] = []
      for (const { text } of queries)
        times.push(await timed(() => retriever.search(project, { text, limit: 10 })))
      console.log(`search, ${round}: p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms`)
    }
    const commits: number[] = []
    const seen: number[] = []
    for (const [number, entry] of large.slice(0, 20).entries()) {
      const word = `edited${randomUUID().slice(0, 8)}`
      const writer = await retriever.begin(project)
      await writer.write([
        {
          ...entry,
          passages: entry.passages.map((each) => ({ ...each, content: `${word} ${each.content}` })),
        },
      ])
      commits.push(await timed(() => writer.commit(`edit ${number}`)))
      seen.push(await timed(() => retriever.search(project, { text: word, limit: 1 })))
    }
    console.log(
      `edit of one page: commit p50 ${at(commits, 0.5)} ms, first search after it p50 ${at(seen, 0.5)} ms`,
    )
    console.log(`optimizing: ${Math.round(await timed(() => retriever.optimize()))} ms`)
  })
}

async function withRetriever(
  entries: readonly Entry[],
  use: (retriever: LancedbRetriever) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'docent-bench-'))
  const retriever = new LancedbRetriever({
    directory,
    cacheMb: 256,
    clock: { now: Date.now },
    ids: { sortable: randomUUID, secret: randomUUID },
    logger: { debug() {}, info() {}, warn: console.warn, error: console.error },
  })
  try {
    const ms = await timed(async () => {
      const writer = await retriever.begin(project)
      for (let start = 0; start < entries.length; start += 64)
        await writer.write(entries.slice(start, start + 64))
      await writer.commit('bench')
    })
    await retriever.optimize()
    const passages = entries.reduce((sum, entry) => sum + entry.passages.length, 0)
    console.log(`\n${passages} passages of ${entries.length} pages, indexed in ${Math.round(ms)} ms`)
    await use(retriever)
  } finally {
    await retriever.stop()
    rmSync(directory, { recursive: true })
  }
}

function miniSearch(entries: readonly Entry[]): (text: string) => string[] {
  const index = new MiniSearch({ fields: ['title', 'headings', 'body'], storeFields: ['path'] })
  index.addAll(
    entries.flatMap(({ passages }) =>
      passages.map(({ title, headings, content, pagePath }, part) => ({
        id: `${pagePath} ${part}`,
        path: pagePath,
        title,
        headings: headings.join(' '),
        body: content,
      })),
    ),
  )
  return (text) => [
    ...new Set(index.search(text, { boost: { title: 3, headings: 2 } }).map(({ path }) => String(path))),
  ]
}

async function quality(
  name: string,
  { queries }: Collection,
  search: (text: string) => Promise<string[]>,
): Promise<void> {
  const scores: ReturnType<typeof judge>[] = []
  for (const query of queries) scores.push(judge(query, await search(query.text)))
  const mean = (part: typeof scores, key: keyof ReturnType<typeof judge>) =>
    (part.reduce((sum, score) => sum + score[key], 0) / part.length).toFixed(3)
  for (const [label, part] of [
    ['all', scores],
    ['held out', scores.filter((_, index) => index % 2 === 1)],
  ] as const) {
    const keys = ['ndcg', 'hit', 'recall', 'reciprocal'] as const
    const [ndcg, hit, recall, reciprocal] = keys.map((key) => mean(part, key))
    console.log(
      `${name} ${label}: nDCG@10 ${ndcg}, hit@1 ${hit}, recall@5 ${recall}, MRR@10 ${reciprocal} (${part.length} queries)`,
    )
  }
}

function judge({ relevant, exclude }: Query, found: readonly string[]) {
  const ranked = found.filter((path) => path !== exclude).slice(0, 10)
  const gain = (grades: readonly number[]) =>
    grades.reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0)
  const grades = ranked.map((path) => relevant.get(path) ?? 0)
  const ideal = gain([...relevant.values()].sort((first, second) => second - first).slice(0, 10))
  const first = grades.findIndex((grade) => grade > 0)
  const total = [...relevant.values()].filter((grade) => grade > 0).length
  return {
    ndcg: ideal === 0 ? 0 : gain(grades) / ideal,
    hit: first === 0 ? 1 : 0,
    recall: grades.slice(0, 5).filter((grade) => grade > 0).length / Math.max(1, total),
    reciprocal: first < 0 ? 0 : 1 / (first + 1),
  }
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((first, second) => first - second)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(2)
}

function missing(what: string, how: string): void {
  console.error(`\n!!! NOT MEASURED: ${what} is not there. Name its folder by ${how}.`)
  process.exitCode = 1
}

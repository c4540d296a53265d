import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  createDocent,
  IndexProject,
  organizationId,
  type Plugin,
  type Project,
  ProjectStore,
  projectId,
  Retriever,
} from '@docent/core'
import { memoryLimiter } from '@docent/limiter-memory'
import { fileIndex } from '@docent/retriever-files'
import { sqlite } from '@docent/store-sqlite'
import { gitWorkspaces } from '@docent/workspace-git'
import { row } from './figures.ts'
import { generatedPages, generatedQueries } from './retrieval/generated-pages.ts'
import { type Latency, measureLatency } from './retrieval/latency.ts'

/**
 * How indexing and searching grow with the documentation: Markdown is generated, parsed, indexed and searched in one
 * process, as a server does it. Each size starts with an empty index.
 *
 *   node apps/bench/run.mjs search-growth                      10,000 and 100,000 passages
 *     --passages 10000,100000,1000000
 *     --queries 1000
 *     --memory-mb 256                                           the setting that bounds memory
 *     --keep DIR                                                leaves each index there, and measures searches in one that is there
 */

const PROJECT: Project = {
  id: projectId('docs'),
  organizationId: organizationId('default'),
  domain: 'docs',
  name: 'Generated pages',
  docsPath: '',
  models: {},
  assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
  origin: 'store',
  disabled: false,
  createdAt: 0,
}
const PROGRAM = fileURLToPath(import.meta.url)
const MIB = 1024 * 1024
/** Callers that ask at once in the second measurement. */
const CALLERS = 8

const { values } = parseArgs({
  options: {
    passages: { type: 'string', default: '10000,100000' },
    queries: { type: 'string', default: '1000' },
    'memory-mb': { type: 'string', default: '256' },
    keep: { type: 'string' },
    size: { type: 'string' },
  },
})

interface Figures {
  passages: number
  indexMs: number
  diskBytes: number
  /** Most resident memory while it was indexed, and after all searches. */
  indexRss: number
  searchRss: number
  /** Processor time of one search, all threads: it says more than its duration where the machine is busy. */
  searchCpuMs: number
  indexCpuMs: number
  alone: Latency
  together: Latency
}

if (values.size === undefined) await main()
else process.send?.(await measure(Number(values.size)))

async function main(): Promise<void> {
  const sizes = values.passages.split(',').map(Number)
  console.log(
    `memoryMb ${values['memory-mb']}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}\n`,
  )
  row(
    'passages',
    'index s',
    'index CPU s',
    'disk MiB',
    'RSS index',
    'RSS search',
    'CPU ms',
    'p50 ms',
    'p99 ms',
    `p99 of ${CALLERS}`,
    'load',
  )
  for (const size of sizes) {
    const figures = await inProcess(size)
    const mib = (bytes: number) => (bytes / MIB).toFixed(0)
    const { passages, indexMs, indexCpuMs, diskBytes, indexRss, searchRss, searchCpuMs, alone, together } =
      figures
    row(
      String(passages),
      ...[indexMs, indexCpuMs].map((ms) => (ms / 1_000).toFixed(1)),
      ...[diskBytes, indexRss, searchRss].map(mib),
      ...[searchCpuMs, alone.p50, alone.p99, together.p99].map((ms) => ms.toFixed(1)),
      loadavg()[0]?.toFixed(1) ?? '',
    )
  }
}

/** Each size in a process of its own: memory that one leaves behind is not counted for the next. */
async function inProcess(size: number): Promise<Figures> {
  const child = fork(PROGRAM, [...process.argv.slice(2), '--size', String(size)])
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of ${size} passages ended with ${code}.`)
  })
  ended.catch(() => undefined)
  const [figures] = await Promise.race([once(child, 'message'), ended])
  return figures as Figures
}

async function measure(size: number): Promise<Figures> {
  const kept = values.keep && join(values.keep, String(size))
  const folder = kept || (await mkdtemp(join(tmpdir(), 'docent-growth-')))
  await mkdir(folder, { recursive: true })
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 100)
  const docent = createDocent({
    dataDirectory: folder,
    plugins: [
      sqlite(),
      memoryLimiter(),
      gitWorkspaces(),
      fileIndex({ memoryMb: Number(values['memory-mb']) }),
      generatedSource(size),
    ],
  })
  try {
    await docent.start()
    await docent.resolve(ProjectStore).put(PROJECT)
    const cpuBefore = cpuMs()
    const started = performance.now()
    // Nothing is indexed anew where a kept index has the same revision.
    const { passages } = await docent.resolve(IndexProject).run(PROJECT)
    const indexMs = performance.now() - started
    const indexCpuMs = cpuMs() - cpuBefore
    const indexRss = most
    const texts = generatedQueries(size, Number(values.queries))
    const retriever = docent.resolve(Retriever)
    const search = (text: string) => retriever.search(PROJECT.id, { text, limit: 10 })
    // What searches keep meeting is in memory on a server that runs.
    await measureLatency(texts.slice(0, 200), 1, search)
    const cpuStart = cpuMs()
    const alone = await measureLatency(texts, 1, search)
    const searchCpuMs = (cpuMs() - cpuStart) / alone.searches
    const together = await measureLatency(texts, CALLERS, search)
    const searchRss = process.memoryUsage.rss()
    const diskBytes = await bytesIn(folder)
    const times = { indexMs, indexCpuMs, searchCpuMs, alone, together }
    return { passages, diskBytes, indexRss, searchRss, ...times }
  } finally {
    clearInterval(watch)
    await docent.stop()
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function generatedSource(passages: number): Plugin {
  const snapshot = async () => ({
    revision: String(passages),
    files: generatedPages(passages),
    close: async () => undefined,
  })
  return {
    name: 'generated',
    install: (host) => host.addDocsSource({ name: 'generated', matches: () => true, list: snapshot }),
  }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries.map(async (entry) =>
    entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0,
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

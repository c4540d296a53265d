import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { CollectionKind, Query } from './collection.ts'
import { type EditFigures, measureEdits } from './edit-latency.ts'
import { engineNamed } from './engines/engine-list.ts'
import { type BuildFigures, buildIndex, type SearchFigures, searchIndex } from './measure-engine.ts'
import { readEntries } from './stored-entries.ts'
import { variedPages } from './vary-pages.ts'

/** What a process of its own is to do with one engine. */
export interface Order {
  engine: string
  folder: string
  kind: CollectionKind
}

export interface BuildOrder extends Order {
  /** File of the pages, as `storeEntries` left it. */
  entries: string
  /** Repeats the pages under changed paths with varied words, until there are so many passages. */
  passages?: number
  longestMs?: number
}

export interface SearchOrder extends Order {
  texts: Query['text'][]
  timed: boolean
}

/** The argument by which the benchmark's program knows that it is such a process. */
export const ENGINE_PROCESS = '--engine-process'
const BATCH = 64
/** All pages are held besides the index. */
const LARGE = ['--max-old-space-size=12288']

/** Of building the index in a new process, which ends with it. */
export function build(program: string, order: BuildOrder): Promise<BuildFigures> {
  return run(program, 'build', order)
}

/** Of searching the built index in a new process, so that its memory is that of searching alone. */
export function searchBuilt(program: string, order: SearchOrder): Promise<SearchFigures> {
  return run(program, 'search', order)
}

/** Of editing single pages of Docent's index. */
export function editBuilt(program: string, order: BuildOrder): Promise<EditFigures> {
  return run(program, 'edit', order)
}

/** The other side. */
export function serveEngineProcess(): void {
  process.once('message', async ([task, order]: [string, BuildOrder & SearchOrder]) => {
    const result = await carryOut(task, order)
    process.send?.(result, () => process.exit())
  })
}

async function carryOut(task: string, order: BuildOrder & SearchOrder): Promise<unknown> {
  const { engine, folder, kind, entries, passages, longestMs, texts, timed } = order
  if (task === 'search') return searchIndex(engineNamed(engine), folder, kind, texts, timed)
  const pages = readEntries(entries)
  if (task === 'edit') return measureEdits(folder, pages)
  const batches =
    passages === undefined
      ? Array.from({ length: Math.ceil(pages.length / BATCH) }, (_, number) =>
          pages.slice(number * BATCH, (number + 1) * BATCH),
        )
      : variedPages(pages, passages)
  return buildIndex(engineNamed(engine), folder, kind, batches, longestMs)
}

async function run<Result>(program: string, task: string, order: Order): Promise<Result> {
  const child = fork(program, [ENGINE_PROCESS], {
    serialization: 'advanced',
    execArgv: [
      ...process.execArgv,
      '--expose-gc',
      '--disable-warning=ExperimentalWarning',
      ...(task === 'build' ? LARGE : []),
    ],
  })
  const abort = new AbortController()
  const died = once(child, 'exit', abort).then(([code, signal]) => {
    throw new Error(`The process of ${order.engine} ended with ${code ?? signal} (${task}).`)
  })
  died.catch(() => undefined)
  try {
    child.send([task, order])
    const [result] = await Promise.race([once(child, 'message', abort), died])
    return result
  } finally {
    abort.abort()
  }
}

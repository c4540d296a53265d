import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CollectionKind, Entry } from './collection.ts'
import type { Engine } from './engines/engine.ts'
import { type Latency, measureLatency } from './latency.ts'

export interface BuildFigures {
  pages: number
  passages: number
  /** Time in the engine alone. */
  indexMs: number
  diskBytes: number
  /** Most resident memory of the building process. */
  peakBytes: number
}

export interface SearchFigures {
  /** What each query found, in their order. */
  found: string[][]
  openMs: number
  /** Absent when only the answers were wanted. */
  speed?: Speed
  /** Resident memory before the index was opened, and after all searches. */
  bareBytes: number
  residentBytes: number
  /** Of it, what JavaScript holds: engines in native code have nearly nothing here. */
  heapBytes: number
}

export interface Speed {
  alone: Latency
  crowded: Latency
  /** Of one search alone, in this process and in others that serve it. */
  cpuMs: number
}

export const CALLERS = 16

/** Builds the index. After `longestMs` no further pages are added: what is there is finished. */
export async function buildIndex(
  engine: Engine,
  folder: string,
  kind: CollectionKind,
  batches: Iterable<readonly Entry[]>,
  longestMs = Number.POSITIVE_INFINITY,
): Promise<BuildFigures> {
  let [pages, passages, indexMs] = [0, 0, 0]
  const timed = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    const start = performance.now()
    try {
      return await action()
    } finally {
      indexMs += performance.now() - start
    }
  }
  const writer = await timed(() => engine.create(folder, kind))
  for (const batch of batches) {
    await timed(() => writer.add(batch))
    pages += batch.length
    passages += batch.reduce((sum, entry) => sum + entry.passages.length, 0)
    if (indexMs > longestMs) break
  }
  await timed(() => writer.finish())
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const diskBytes = folderBytes(folder) + ((await engine.outside?.diskBytes(folder)) ?? 0)
  return { pages, passages, indexMs, diskBytes, peakBytes }
}

/** Opens what was built and asks everything: for the answers and warm caches, then (timed) alone and 16 at a time. */
export async function searchIndex(
  engine: Engine,
  folder: string,
  kind: CollectionKind,
  texts: readonly string[],
  timed: boolean,
): Promise<SearchFigures> {
  const bareBytes = settledMemory()
  const start = performance.now()
  const index = await engine.open(folder, kind)
  const openMs = performance.now() - start
  try {
    const search = (text: string) => index.search(text)
    const found: string[][] = []
    for (const text of texts) found.push(await search(text))
    const speed = timed
      ? {
          speed: {
            ...(await withCpu(engine, () => measureLatency(texts, 1, search))),
            crowded: await measureLatency(texts, CALLERS, search),
          },
        }
      : {}
    const residentBytes = settledMemory() + (engine.outside?.memoryBytes() ?? 0)
    const { heapUsed, external } = process.memoryUsage()
    return { found, openMs, ...speed, bareBytes, residentBytes, heapBytes: heapUsed + external }
  } finally {
    await index.close()
  }
}

async function withCpu(engine: Engine, measure: () => Promise<Latency>): Promise<Omit<Speed, 'crowded'>> {
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000 + (engine.outside?.cpuMs() ?? 0)
  }
  const before = cpu()
  const alone = await measure()
  return { alone, cpuMs: (cpu() - before) / Math.max(1, alone.searches) }
}

/** Resident memory without what the collector can free (when it can be called: `--expose-gc`). */
function settledMemory(): number {
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  return process.memoryUsage.rss()
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

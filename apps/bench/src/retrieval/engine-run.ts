import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Collection } from './collection.ts'
import { type BuildOrder, build, searchBuilt } from './engine-process.ts'
import type { BuildFigures, SearchFigures } from './measure-engine.ts'
import { type Scores, score } from './metrics.ts'
import { storeEntries } from './stored-entries.ts'

/** All that was measured of one engine on one collection. */
export interface EngineRun {
  engine: string
  build: BuildFigures
  search: SearchFigures
  /** One for each query, in their order. */
  scores: Scores[]
}

/** Lends a folder with the collection's pages, and takes it away afterwards. */
export async function withStored<Result>(
  collection: Collection,
  use: (stored: { entries: string; folder(engine: string): string }) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'))
  try {
    const entries = join(folder, 'entries.bin')
    storeEntries(entries, collection.entries)
    return await use({ entries, folder: (engine) => mkdtempSync(join(folder, `${engine}-`)) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds and searches in a process each. The index stays in the folder. */
export async function runEngine(
  program: string,
  { kind, queries }: Pick<Collection, 'kind' | 'queries'>,
  { timed, ...order }: Omit<BuildOrder, 'kind'> & { timed: boolean },
): Promise<EngineRun> {
  const { engine, folder } = order
  const built = await build(program, { ...order, kind })
  const texts = queries.map(({ text }) => text)
  const search = await searchBuilt(program, { engine, folder, kind, texts, timed })
  const scores = queries.map((query, number) => score(query, search.found[number] ?? []))
  return { engine, build: built, search, scores }
}

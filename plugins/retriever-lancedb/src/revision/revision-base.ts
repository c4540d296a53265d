import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { IndexEmbedding } from '@docent/core'
import { type CurrentRevision, filesBeside } from '../tables/current-revision.ts'
import type { ProjectTables, TableFolder } from '../tables/project-tables.ts'

/** Vectors of two models cannot be compared. */
export function isSameEmbedding(one: IndexEmbedding | undefined, other: IndexEmbedding | undefined): boolean {
  return one?.model === other?.model && one?.dimensions === other?.dimensions
}

/** The newest versions, turned back to the committed ones when a writer died in between. */
export async function openAtBase(
  tableFolder: TableFolder,
  folder: string,
  base: CurrentRevision,
): Promise<ProjectTables> {
  const tables = await tableFolder.open(folder, base.tables)
  const pins = [
    [tables.passages, base.passagesVersion],
    [tables.pages, base.pagesVersion],
  ] as const
  for (const [table, version] of pins) {
    await table.checkoutLatest()
    if ((await table.version()) === version) continue
    await table.checkout(version)
    await table.restore()
  }
  return tables
}

/** Tables of a first revision that was never committed or of one that was replaced, its files, drafts of CURRENT. */
export async function removeLeftovers(folder: string, served: CurrentRevision | undefined): Promise<void> {
  const kept = new Set(['CURRENT', 'REPLICA', 'writer.lock'])
  if (served !== undefined) for (const name of [served.tables, ...filesBeside(served)]) kept.add(name)
  const leftovers = (await readdir(folder)).filter(
    (name) => !kept.has(name) && !name.startsWith('writer.lock'),
  )
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

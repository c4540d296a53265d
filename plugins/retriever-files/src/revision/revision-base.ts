import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { IndexEmbedding } from '@docent/core/plugin'
import { type CurrentRevision, filesOf } from './current-revision.ts'

/** Vectors of two models cannot be compared. */
export function isSameEmbedding(one: IndexEmbedding | undefined, other: IndexEmbedding | undefined): boolean {
  return one?.model === other?.model && one?.dimensions === other?.dimensions
}

/** Takes away what the served revision does not have: files of one that was replaced, or never committed. */
export async function removeLeftovers(folder: string, served: CurrentRevision | undefined): Promise<void> {
  const kept = new Set(['CURRENT', 'REPLICA', ...(served === undefined ? [] : filesOf(served))])
  const leftovers = (await readdir(folder)).filter(
    (name) => !kept.has(name) && !name.startsWith('writer.lock'),
  )
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

/** The folder itself stays: other processes may wait there for the lock, which the caller holds. */
export async function emptyFolder(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('writer.lock'))
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true })
}

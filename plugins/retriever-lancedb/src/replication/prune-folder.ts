import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CurrentRevision, filesBeside } from '../tables/current-revision.ts'
import { localPath, tableFiles } from './revision-files.ts'
import type { RevisionManifest } from './revision-manifest.ts'

/**
 * Takes what the served revision does not need out of a project's folder. The caller holds the lock, and knows that
 * nobody reads another revision.
 */
export async function pruneFolder(
  folder: string,
  current: CurrentRevision,
  manifest: RevisionManifest,
): Promise<void> {
  const kept = new Set(['CURRENT', 'REPLICA', current.tables, ...filesBeside(current)])
  const names = (await readdir(folder)).filter((name) => !kept.has(name) && !name.startsWith('writer.lock'))
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true })
  const isAsPublished =
    current.passagesVersion === manifest.current.passagesVersion &&
    current.pagesVersion === manifest.current.pagesVersion
  // An optimization of this node left files that no manifest names.
  if (!isAsPublished) return
  const needed = new Set(manifest.files.map(({ path }) => path))
  const rest = (await tableFiles(folder, current.tables)).filter((path) => !needed.has(path))
  for (const path of rest) await rm(localPath(folder, current.tables, path), { force: true })
}

/** The folder itself stays: other processes may wait there for the lock, which the caller holds. */
export async function emptyFolder(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('writer.lock'))
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true })
}

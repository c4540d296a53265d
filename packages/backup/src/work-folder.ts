import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ABANDONED_MS } from './backup-place.ts'

const WORK_PREFIX = '.making-'

/** A folder of its own for the making of one backup. */
export async function workFolderIn(folder: string): Promise<AsyncDisposable & { readonly path: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(folder, WORK_PREFIX))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Removes what killed processes left in a folder. One that is not there has nothing. */
export async function sweepWork(folder: string, now: number): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  for (const name of entries) {
    if (!name.startsWith(WORK_PREFIX)) continue
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs < now - ABANDONED_MS) await rm(path, { recursive: true, force: true })
  }
}

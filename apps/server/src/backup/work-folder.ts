import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

export const WORK_PREFIX = '.making-'

/** A folder of its own for the making of one backup. */
export async function workFolderIn(folder: string): Promise<AsyncDisposable & { readonly path: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(folder, WORK_PREFIX))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

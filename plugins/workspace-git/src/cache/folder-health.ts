import { mkdir } from 'node:fs/promises'
import type { Health } from '@docent/core/plugin'
import { probeDisk } from '@docent/git'

/**
 * Whether repositories can be cached below a folder, which is made when it is not there. Without it, jobs are left to
 * other workers, and readers notice nothing.
 */
export async function folderHealth(folder: string): Promise<Health> {
  const failure = await mkdir(folder, { recursive: true, mode: 0o700 }).then(
    () => probeDisk(folder),
    (error: Error) => error,
  )
  if (failure === undefined) return { ok: true }
  const code = 'code' in failure ? ` (${failure.code})` : ''
  return {
    ok: false,
    isDegraded: true,
    message: `The folder of the git caches cannot be written${code}: ${folder}. Check its free space, its inodes, and its permissions. Until then, this process runs no jobs.`,
  }
}

import { randomUUID } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** A block of every file system that is in use, several times. */
const BYTES = 64 * 1024
/** With less than this, the next command of git fails although a small file can still be written. */
const LEAST_BYTES = 1024 * 1024
const LEAST_INODES = 16

/**
 * Writes a small file in a folder, and removes it. A look at the free space would not show quotas, a file system that
 * became read-only, or missing permissions.
 *
 * @returns why it could not be written, or that next to nothing is left
 */
export async function probeDisk(folder: string): Promise<Error | undefined> {
  const file = join(folder, `docent-probe-${randomUUID()}`)
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(Buffer.alloc(BYTES))
      // Some file systems notice only now that they are full.
      await handle.datasync()
    } finally {
      await handle.close()
      await rm(file, { force: true })
    }
    return await spent(folder)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** File systems that count no inodes say that they have none at all. */
async function spent(folder: string): Promise<Error | undefined> {
  const { bavail, bsize, files, ffree } = await statfs(folder)
  if (bavail * bsize >= LEAST_BYTES && (files === 0 || ffree >= LEAST_INODES)) return undefined
  return Object.assign(new Error('next to no space or inodes are left'), { code: 'ENOSPC' })
}

import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A block of every file system that is in use, several times. */
const BYTES = 64 * 1024

/**
 * Writes a small file in a folder, and removes it. A look at the free space would not show quotas, a file system that
 * became read-only, or missing permissions.
 *
 * @returns why it could not be written
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
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

import { access, constants, mkdir } from 'node:fs/promises'
import type { Health } from '@docent/core'

/** Whether repositories can be cached below a folder, which is made when it is not there. */
export async function folderHealth(folder: string): Promise<Health> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return { ok: true }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    return { ok: false, message: `The folder of the git caches cannot be written${code}: ${folder}` }
  }
}

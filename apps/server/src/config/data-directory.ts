import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DocentError } from '@docent/core'

/**
 * Makes the data directory if it is not there: readable by its owner alone, and ignored by git, because it holds the
 * secret and people start the server inside of repositories.
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeFile(join(directory, '.gitignore'), '*\n', { flag: 'wx' })
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return
    throw new DocentError(
      'configuration',
      `DOCENT_DATA: the data directory ${directory} cannot be written. Choose another one or change its permissions.`,
      { cause: error },
    )
  }
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

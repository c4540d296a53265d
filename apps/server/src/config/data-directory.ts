import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DocentError, type Logger } from '@docent/core/plugin'

/**
 * Makes the data directory if it is not there: readable by its owner alone, and ignored by git, because it holds the
 * secret and people start the server inside of repositories.
 * @throws DocentError `configuration` that names the directory and the reason.
 */
export async function prepareDataDirectory(directory: string, logger: Logger): Promise<void> {
  try {
    if (!(await makeFolder(directory))) await reportWiderRights(directory, logger)
    await writeFile(join(directory, '.gitignore'), '*\n', { flag: 'wx' })
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw unusableDirectory(directory, error)
  }
}

/** A failure to write below the data directory, in the operator's terms. */
export function unusableDirectory(directory: string, cause: unknown): DocentError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = REASONS[code] ?? (code === '' ? 'it cannot be written' : `it cannot be written (${code})`)
  return new DocentError(
    'configuration',
    `The data directory ${directory} cannot be used: ${reason}. Set DOCENT_DATA to a folder that this user can write.`,
    { cause },
  )
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOENT: 'the folder cannot be made',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'the path is too long',
}

/**
 * Level by level: the recursive `mkdir` of Node never returns for a path such as `/proc/data`.
 * @returns false when it was there
 */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await makePrivate(path)
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await makePrivate(path)
  }
  return true
}

async function makePrivate(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  // A umask can take rights from the owner as well.
  await chmod(path, 0o700)
}

/** A folder that somebody else made keeps its rights: they may be on purpose. */
async function reportWiderRights(directory: string, logger: Logger): Promise<void> {
  const { mode } = await stat(directory)
  if (process.platform === 'win32' || (mode & 0o077) === 0) return
  logger.warn(
    { directory, mode: (mode & 0o777).toString(8) },
    `other users of this machine can reach the data directory, which holds the secret and the database: run chmod 700 ${directory}`,
  )
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian keeps servers such as PgBouncer there, which is not on everybody's `PATH`. */
const FOR_SERVERS = '/usr/sbin'

/**
 * True when programs count as installed only if they are on `PATH`: with a `PATH` without them, the tests behave as on a
 * machine that has none of them.
 */
export function isOnlyOnPath(): boolean {
  return process.env.ONLY_ON_PATH === 'true'
}

/** Path of a program. Undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  if (!isOnlyOnPath()) folders.push(FOR_SERVERS)
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

export function isProgram(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') return false
    throw error
  }
}

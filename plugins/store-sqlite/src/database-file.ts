import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DocentError } from '@docent/core/plugin'
import { isBusy, isDamaged, isWriteFailure, mapSqliteError } from './map-error.ts'

/** Files up to this size are read whole at each start: about 100 ms. */
const CHECKED_BYTES = 64 * 1024 * 1024
/** A disk with less room than this is full: SQLite needs a few pages for its log. */
const FULL_BYTES = 1024 * 1024

/**
 * Makes a database file with mode 0600 when it is not there. It appears with its header, so an empty file is always
 * one that lost its content.
 * @throws DocentError `configuration` for an empty file
 */
export function makeDatabaseFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (!existsSync(file)) create(file)
  else if (statSync(file).size === 0) throw damagedFile(file, 'it is empty')
  chmodSync(file, 0o600)
}

function create(file: string): void {
  const draft = `${file}.${randomUUID()}`
  try {
    closeSync(openSync(draft, 'wx', 0o600))
    const connection = new DatabaseSync(draft)
    try {
      connection.exec('PRAGMA user_version = 0; VACUUM')
    } finally {
      connection.close()
    }
    linkSync(draft, file)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Reads a file that is not too large, and of a larger one the beginning of each table. @throws what SQLite says */
export function assertWhole(connection: DatabaseSync, file: string): void {
  if (statSync(file).size > CHECKED_BYTES) {
    readTables(connection)
    return
  }
  const [first] = connection.prepare('PRAGMA quick_check(1)').all()
  if (first?.quick_check !== 'ok') throw damagedFile(file, 'SQLite finds damaged pages in it')
}

/** Why a file cannot be used any more, as a fresh reader sees it; undefined when it can. */
export function troubleOf(file: string, inode: number): string | undefined {
  let found: Stats | undefined
  try {
    found = statSync(file, { throwIfNoEntry: false })
  } catch (error) {
    if (isForbidden(error)) return forbidden(file, error).message
    throw error
  }
  if (!found)
    return 'The database file was deleted while the server runs: stop the server and restore a backup.'
  if (found.size === 0) return damagedFile(file, 'it is empty').message
  if (found.ino !== inode) return 'The database file was replaced while the server runs: restart the server.'
  try {
    const connection = new DatabaseSync(file, { readOnly: true, timeout: 100 })
    try {
      readTables(connection)
    } finally {
      connection.close()
    }
    return undefined
  } catch (error) {
    if (isBusy(error)) return undefined
    const mapped = mapSqliteError(error)
    return mapped instanceof Error ? mapped.message : 'The database file cannot be read.'
  }
}

/** A failure to open the file, as a person can act on it. `free` answers the free bytes on the disk of a folder. */
export function openFailure(file: string, error: unknown, free = freeBytes): unknown {
  if (DocentError.is(error)) return error
  if (isDamaged(error)) return damagedFile(file, 'it is no SQLite database', error)
  if (isForbidden(error)) return forbidden(file, error)
  if (isWriteFailure(error) && free(dirname(file)) < FULL_BYTES) {
    return new DocentError(
      'configuration',
      `The disk is full, so the database ${file} cannot be opened. Free some space, and start again. No data is lost.`,
      { cause: error },
    )
  }
  return mapSqliteError(error)
}

export function inUse(file: string, cause: unknown): DocentError {
  return new DocentError(
    'conflict',
    `Another process has ${file} open. Stop the server and all workers, and run the command again.`,
    { cause },
  )
}

function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
}

function forbidden(file: string, cause: unknown): DocentError {
  return new DocentError(
    'configuration',
    `The database ${file} cannot be opened, because the user of the server cannot read and write it. Make this user the owner of the data directory and everything in it, for example with chown -R.`,
    { cause },
  )
}

export function damagedFile(file: string, reason: string, cause?: unknown): DocentError {
  const name = basename(file)
  return new DocentError(
    'configuration',
    `The database ${file} is damaged: ${reason}. Keep a copy of ${name}, ${name}-wal and ${name}-shm, delete them, and put a backup of ${name} in their place (page "Data directory, backup, and restore" of the documentation). Without a backup, delete them to start with an empty database.`,
    { cause },
  )
}

function readTables(connection: DatabaseSync): void {
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  for (const { name } of tables) {
    connection.prepare(`SELECT * FROM "${String(name).replaceAll('"', '""')}" LIMIT 1`).all()
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

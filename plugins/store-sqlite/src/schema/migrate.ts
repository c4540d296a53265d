import type { DatabaseSync } from 'node:sqlite'
import { DocentError } from '@docent/core/plugin'
import type { Migration } from './migration.ts'

/** How long another process may take for an upgrade, ms. */
const UPGRADE_MS = 3_600_000

/**
 * Brings the schema to the newest version in one transaction. Two processes that start at once are safe: the second
 * waits for the first and then finds nothing to do.
 * @throws DocentError `configuration` when a newer Docent wrote the file, or one from long before the first release
 */
export function migrate(connection: DatabaseSync, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0
  beginAlone(connection, newest)
  try {
    const version = readVersion(connection)
    if (version > newest) throw tooNew(version, newest)
    for (const migration of migrations) {
      if (migration.version <= version) continue
      const upgrade = version > 0 ? migration.upgrade : undefined
      if (upgrade && !upgrade.from.includes(version)) throw tooOld(version)
      if (upgrade) upgrade.run(connection, version)
      else connection.exec(migration.sql)
      connection.exec(`PRAGMA user_version = ${migration.version}`)
    }
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

/** An upgrade takes longer than any other write, so wait longer for a process that runs one. */
function beginAlone(connection: DatabaseSync, newest: number): void {
  if (readVersion(connection) >= newest) {
    connection.exec('BEGIN IMMEDIATE')
    return
  }
  const { timeout } = connection.prepare('PRAGMA busy_timeout').get() as { timeout: number }
  connection.exec(`PRAGMA busy_timeout = ${UPGRADE_MS}`)
  try {
    connection.exec('BEGIN IMMEDIATE')
  } finally {
    connection.exec(`PRAGMA busy_timeout = ${timeout}`)
  }
}

function readVersion(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}

function tooOld(version: number): DocentError {
  return new DocentError(
    'configuration',
    `The database has schema version ${version}, from before the first release. Move it somewhere else, with its -wal and -shm files, and start again with an empty one.`,
  )
}

function tooNew(version: number, newest: number): DocentError {
  return new DocentError(
    'configuration',
    `The database has schema version ${version}, and this Docent knows versions up to ${newest}: ` +
      'start the newer Docent that wrote it, or restore a backup made before the upgrade.',
  )
}

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  DocentError,
  STORED_TABLES,
  type StoredRow,
  type StoredRows,
  type StoredTable,
  type StoredValue,
} from '@docent/core/plugin'
import { assertWhole, makeDatabaseFile, openFailure } from './database-file.ts'
import { isBusy } from './map-error.ts'
import { MIGRATIONS } from './migrations/all.ts'
import { migrate } from './migrations/migrate.ts'
import { moveUnderWay } from './move-note.ts'

/** How long another process may take to end, ms. */
const BUSY_MS = 2_000

type Raw = Record<string, SQLInputValue>

/** The rows of a SQLite store that no other process has open. */
export class SqliteRows implements StoredRows {
  readonly tables = Object.keys(STORED_TABLES)
  readonly #connection: DatabaseSync

  private constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  /**
   * Makes the file when it is not there.
   * @throws DocentError `conflict` when another process has it open, or a job is under a lease
   */
  static open(file: string): SqliteRows {
    let connection: DatabaseSync | undefined
    try {
      makeDatabaseFile(file)
      connection = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
      // With a write-ahead log, the first access then fails where anybody else has the file open:
      // https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory
      connection.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY',
      )
      assertWhole(connection, file)
      migrate(connection, MIGRATIONS)
      assertIdle(connection)
      return new SqliteRows(connection)
    } catch (error) {
      connection?.close()
      if (isBusy(error)) throw inUse(file, error)
      throw openFailure(file, error)
    }
  }

  async count(name: string): Promise<number> {
    return Number(this.#connection.prepare(`SELECT count(*) AS count FROM ${name}`).get()?.count)
  }

  async read(name: string, after: StoredRow | undefined): Promise<StoredRow[]> {
    const { key, page, columns } = tableOf(name)
    const marks = key.map(() => '?').join(', ')
    const where = after ? `WHERE (${key.join(', ')}) > (${marks})` : ''
    const rows = this.#connection
      .prepare(
        `SELECT ${Object.keys(columns).join(', ')} FROM ${name} ${where}
          ORDER BY ${key.join(', ')} LIMIT ${page}`,
      )
      .all(...(after ? key.map((column) => after[column] as SQLInputValue) : []))
    return rows.map((row) => toStored(name, row as Raw))
  }

  async last(name: string): Promise<StoredRow | undefined> {
    const { key, columns } = tableOf(name)
    const row = this.#connection
      .prepare(
        `SELECT ${Object.keys(columns).join(', ')} FROM ${name}
          ORDER BY ${key.map((column) => `${column} DESC`).join(', ')} LIMIT 1`,
      )
      .get()
    return row && toStored(name, row as Raw)
  }

  async write(name: string, rows: readonly StoredRow[]): Promise<void> {
    const columns = Object.keys(tableOf(name).columns)
    const insert = this.#connection.prepare(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
    )
    this.#commit(() => {
      for (const stored of rows) {
        const row = toRaw(name, stored)
        insert.run(...columns.map((column) => row[column] ?? null))
      }
    })
  }

  async begin(source: string): Promise<{ isResumed: boolean }> {
    const known = moveUnderWay(this.#connection)
    if (known === source) return { isResumed: true }
    if (known !== undefined)
      throw new DocentError(
        'conflict',
        `A move from ${known} into this database is incomplete. Finish it, or delete the database and start over.`,
      )
    const filled = this.tables.filter(
      (name) => this.#connection.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined,
    )
    if (filled.length > 0)
      throw new DocentError(
        'conflict',
        `The database ${this.#connection.location()} is not empty: it has ${filled.join(', ')}. Move it somewhere else, with its -wal and -shm files, or choose another one with --file.`,
      )
    this.#commit(() => {
      this.#connection.exec('CREATE TABLE move_under_way (source TEXT NOT NULL)')
      this.#connection.prepare('INSERT INTO move_under_way VALUES (?)').run(source)
    })
    return { isResumed: false }
  }

  async finish(): Promise<void> {
    this.#commit(() => this.#connection.exec('DROP TABLE move_under_way'))
  }

  async close(): Promise<void> {
    this.#connection.close()
  }

  #commit(work: () => void): void {
    this.#connection.exec('BEGIN IMMEDIATE')
    try {
      work()
      this.#connection.exec('COMMIT')
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
      throw error
    }
  }
}

function assertIdle(connection: DatabaseSync): void {
  const held = connection
    .prepare(
      `SELECT id, available_at - ?1 AS left FROM jobs
        WHERE lease_worker IS NOT NULL AND available_at > ?1 ORDER BY available_at DESC LIMIT 1`,
    )
    .get(Date.now())
  if (!held) return
  throw new DocentError(
    'conflict',
    `The job ${held.id} is still held by a worker that did not stop properly. Run the command again in ${Math.ceil(Number(held.left) / 1_000)} seconds.`,
  )
}

function inUse(file: string, cause: unknown): DocentError {
  return new DocentError(
    'conflict',
    `Another process has ${file} open. Stop the server and all workers, and run the command again.`,
    { cause },
  )
}

function tableOf(name: string): StoredTable {
  const table = STORED_TABLES[name]
  if (!table) throw new Error(`No table ${name} moves between stores`)
  return table
}

function toStored(name: string, raw: Raw): StoredRow {
  const row: Record<string, StoredValue> = {}
  for (const [column, kind] of Object.entries(tableOf(name).columns)) {
    const value = raw[column] as StoredValue
    row[column] = kind === 'text' && typeof value === 'string' ? portable(name, column, value) : value
  }
  return row
}

/** A path is JSON elsewhere, and no other database has a place for the character 0. */
function portable(name: string, column: string, value: string): string {
  if (name === 'job_changes' && column === 'path') return JSON.stringify(value)
  return value.includes('\0') ? value.replaceAll('\0', ' ') : value
}

function toRaw(name: string, row: StoredRow): Record<string, SQLInputValue> {
  if (name !== 'job_changes') return { ...row }
  return { ...row, path: JSON.parse(String(row.path)) as string }
}

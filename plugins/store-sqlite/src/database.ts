import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type CallOptions, DocentError, type Health } from '@docent/core/plugin'
import { assertWhole, damagedFile, inUse, makeDatabaseFile, openFailure, troubleOf } from './database-file.ts'
import { GroupCommit } from './group-commit.ts'
import { isBusy, isDamaged } from './map-error.ts'
import { assertWholeStore } from './move-note.ts'
import { migrate } from './schema/migrate.ts'
import type { Migration } from './schema/migration.ts'
import { MIGRATIONS } from './schema/migrations.ts'
import { WalWatch } from './wal-watch.ts'

/** Longest wait for another process that holds the file, for a write without holding up the event loop. */
const BUSY_WAIT_MS = 10_000

/** How long another process may take to end before the file is opened alone. */
const EXCLUSIVE_WAIT_MS = 2_000

/** Where a commit was made: by this `Database`, or by another connection (mostly of another process). */
export type CommitOrigin = 'here' | 'elsewhere'

/** Values of a statement: in order for `?`, or by name for `:name`. */
export type SqlValues = SQLInputValue[] | [Record<string, SQLInputValue>]

/**
 * One SQLite file with a write-ahead log, opened once a process and shared by the stores. A commit is on disk when
 * its promise resolves (`synchronous = FULL`). Opening is explicit, so that stores can be built before it.
 *
 * @example
 * const database = new Database('/srv/docent/docent.db')
 * database.open()
 * await database.transaction(() => database.run('UPDATE jobs SET attempts = 0 WHERE id = ?', 'j1'))
 * database.close()
 */
export class Database {
  readonly file: string
  readonly #migrations: readonly Migration[]
  readonly #isExclusive: boolean
  readonly #listeners = new Set<(origin: CommitOrigin) => void>()
  readonly #closeListeners = new Set<() => void>()
  readonly #statements = new Map<string, StatementSync>()
  /** Whether a statement answers rows. */
  readonly #answers = new WeakMap<StatementSync, boolean>()
  #connection: DatabaseSync | undefined
  #group: GroupCommit | undefined
  #walWatch: WalWatch | undefined
  #version: unknown
  #inode = 0
  #damage: DocentError | undefined

  /** @param isExclusive whether no other process may have the file open, as while its content moves */
  constructor(
    file: string,
    migrations: readonly Migration[] = MIGRATIONS,
    { isExclusive = false }: { isExclusive?: boolean } = {},
  ) {
    this.file = file
    this.#isExclusive = isExclusive
    this.#migrations = migrations
  }

  /**
   * Opens the file, made with mode 0600 when it is not there, and brings its schema up to date.
   * @throws DocentError `configuration` when the file is damaged, when the disk is full, and when a newer Docent wrote
   *   the file.
   */
  open(): void {
    if (this.#connection) return
    const connection = this.#connect()
    this.#connection = connection
    this.#inode = statSync(this.file).ino
    this.#group = new GroupCommit(connection, () => this.#notify('here'), BUSY_WAIT_MS)
    this.#version = this.#dataVersion()
    this.#walWatch = new WalWatch(`${this.file}-wal`, () => this.#look())
  }

  /** Commits what is queued and closes the file. Safe to call twice. */
  close(): void {
    if (!this.#connection) return
    this.#group?.drain()
    this.#walWatch?.[Symbol.dispose]()
    this.#statements.clear()
    this.#connection.close()
    this.#connection = undefined
    this.#group = undefined
    for (const listener of [...this.#closeListeners]) listener()
  }

  /**
   * Runs `write` in a savepoint of the commit that all writes of this event-loop turn share, and resolves with its
   * result when the commit is on disk. What `write` throws is rethrown, and its writes alone are undone. `write` must
   * not be async. It runs once, later in this turn, and sees the writes queued before it.
   * @throws DocentError `unavailable` when the database is busy or the disk is full; then nothing was written.
   */
  transaction<Result>(write: () => Result, options?: CallOptions): Promise<Result> {
    if (options?.signal?.aborted) return Promise.reject(options.signal.reason)
    return this.#group?.run(write, options?.signal) ?? Promise.reject(notOpen())
  }

  /** The first row, or undefined. Column names are the keys. Values stand for `?`, or in one object for `:name`. */
  get<Row>(sql: string, ...values: SqlValues): Row | undefined {
    try {
      return this.#statement(sql).get(...(values as SQLInputValue[])) as Row | undefined
    } catch (error) {
      throw this.#noted(error)
    }
  }

  all<Row>(sql: string, ...values: SqlValues): Row[] {
    try {
      return this.#statement(sql).all(...(values as SQLInputValue[])) as Row[]
    } catch (error) {
      throw this.#noted(error)
    }
  }

  /** Runs a statement that writes: only within `transaction`. @returns the number of changed rows. */
  run(sql: string, ...values: SqlValues): number {
    return Number(this.#statement(sql).run(...(values as SQLInputValue[])).changes)
  }

  /** Runs any statement: one that writes only within `transaction`. @returns its rows, and the number of changed ones. */
  query<Row>(sql: string, values: SQLInputValue[]): { rows: Row[]; count: number } {
    const statement = this.#statement(sql)
    let hasRows = this.#answers.get(statement)
    if (hasRows === undefined) {
      hasRows = statement.columns().length > 0
      this.#answers.set(statement, hasRows)
    }
    if (!hasRows) return { rows: [], count: this.run(sql, ...values) }
    const rows = this.all<Row>(sql, ...values)
    return { rows, count: rows.length }
  }

  /** Calls back after each commit that changed something, of whichever process. */
  onCommit(listener: (origin: CommitOrigin) => void): Disposable {
    return subscribe(this.#listeners, listener)
  }

  /** Calls back when the file was closed, so that whoever waits for a commit can stop waiting. */
  onClose(listener: () => void): Disposable {
    return subscribe(this.#closeListeners, listener)
  }

  get isOpen(): boolean {
    return this.#connection !== undefined
  }

  /** Looks at the file itself, beside what is in memory. */
  health(): Health {
    const message = this.#connection
      ? (this.#damage?.message ?? troubleOf(this.file, this.#inode))
      : 'The database is not open.'
    return message === undefined ? { ok: true } : { ok: false, message }
  }

  #connect(): DatabaseSync {
    let connection: DatabaseSync | undefined
    try {
      makeDatabaseFile(this.file)
      const timeout = this.#isExclusive ? EXCLUSIVE_WAIT_MS : BUSY_WAIT_MS
      connection = new DatabaseSync(this.file, { timeout, enableForeignKeyConstraints: true })
      // With a write-ahead log, the first access then fails where anybody else has the file open:
      // https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory
      if (this.#isExclusive) connection.exec('PRAGMA locking_mode = EXCLUSIVE')
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY')
      assertWhole(connection, this.file)
      migrate(connection, this.#migrations)
      if (!this.#isExclusive) assertWholeStore(connection)
      return connection
    } catch (error) {
      connection?.close()
      if (this.#isExclusive && isBusy(error)) throw inUse(this.file, error)
      throw openFailure(this.file, error)
    }
  }

  /** Remembers damage that a statement met: what is in memory may hide it from later ones. */
  #noted(error: unknown): unknown {
    if (isDamaged(error)) this.#damage ??= damagedFile(this.file, 'SQLite finds damaged pages in it', error)
    return error
  }

  /** Each SQL text is prepared once: give fixed texts, with `?` for values. */
  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      if (!this.#connection) throw notOpen()
      statement = this.#connection.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  #look(): void {
    let version: unknown
    try {
      version = this.#dataVersion()
    } catch {
      // Nobody waits for this look, and what went wrong is noted: whoever reads or writes next meets it as well.
      return
    }
    if (version === this.#version) return
    this.#version = version
    this.#notify('elsewhere')
  }

  /** Differs after a commit of another connection, and only then: https://www.sqlite.org/pragma.html#pragma_data_version */
  #dataVersion(): unknown {
    return this.get<{ data_version: number }>('PRAGMA data_version')?.data_version
  }

  #notify(origin: CommitOrigin): void {
    for (const listener of [...this.#listeners]) listener(origin)
  }
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): Disposable {
  listeners.add(listener)
  return { [Symbol.dispose]: () => void listeners.delete(listener) }
}

function notOpen(): DocentError {
  return new DocentError('unavailable', 'The database is not open: the server is starting or stopping.', {
    isRetryable: true,
  })
}

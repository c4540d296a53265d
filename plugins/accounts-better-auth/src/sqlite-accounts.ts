import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AccountsDatabase, AccountValue } from './accounts-database.ts'
import { mapDatabaseError } from './map-error.ts'

/** Longest wait for another process that writes, ms. */
const BUSY_MS = 5_000

/** Memberships and links. The tables of the library are its own. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS docent_members (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    joined_at INTEGER NOT NULL,
    UNIQUE (organization_id, user_id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS docent_members_by_user ON docent_members (user_id, seq);
  CREATE TABLE IF NOT EXISTS docent_links (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('owner', 'invitation', 'reset')),
    organization_id TEXT NOT NULL,
    role TEXT NOT NULL,
    user_id TEXT,
    note TEXT,
    made_by TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS docent_used_codes (
    user_id TEXT NOT NULL,
    code TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, code)
  ) STRICT;
`

/** The file of the accounts, opened when it is first needed. One connection serves the library and our own tables. */
export class SqliteAccounts implements AccountsDatabase {
  #connection: DatabaseSync | undefined

  constructor(readonly file: string) {}

  /** @throws DocentError `configuration` for a file that cannot be opened. */
  get connection(): DatabaseSync {
    this.#connection ??= this.#open()
    return this.#connection
  }

  get isOpen(): boolean {
    return this.#connection !== undefined
  }

  /** False before anybody needed accounts: then nothing is in it. */
  get exists(): boolean {
    return this.isOpen || existsSync(this.file)
  }

  async run(sql: string, ...values: AccountValue[]): Promise<number> {
    return Number(this.#guard(() => this.connection.prepare(sql).run(...values).changes))
  }

  /** SQLite has one writer at a time. */
  runAlone(sql: string, ...values: AccountValue[]): Promise<number> {
    return this.run(sql, ...values)
  }

  async get<Row>(sql: string, ...values: AccountValue[]): Promise<Row | undefined> {
    return this.#guard(() => this.connection.prepare(sql).get(...values)) as Row | undefined
  }

  async all<Row>(sql: string, ...values: AccountValue[]): Promise<Row[]> {
    return this.#guard(() => this.connection.prepare(sql).all(...values)) as Row[]
  }

  /** SQLite counts on by itself. */
  async countOn(): Promise<void> {}

  async library(): Promise<{ database: DatabaseSync; alone: (work: () => Promise<void>) => Promise<void> }> {
    return { database: this.connection, alone: (work) => work() }
  }

  async close(): Promise<void> {
    this.#connection?.close()
    this.#connection = undefined
  }

  #open(): DatabaseSync {
    return this.#guard(() => {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 })
      // Made by us and not by SQLite, so that nobody else can ever read it.
      if (!existsSync(this.file)) writeFileSync(this.file, '', { mode: 0o600, flag: 'a' })
      chmodSync(this.file, 0o600)
      const connection = new DatabaseSync(this.file, { timeout: BUSY_MS })
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
      connection.exec(SCHEMA)
      addMissingColumn(connection)
      return connection
    })
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw mapDatabaseError(error, this.file)
    }
  }
}

/** Files of earlier versions have links without their makers. Two processes may open one at once. */
function addMissingColumn(connection: DatabaseSync): void {
  connection.exec('BEGIN IMMEDIATE')
  const column = "SELECT 1 FROM pragma_table_info('docent_links') WHERE name = 'made_by'"
  if (connection.prepare(column).get() === undefined)
    connection.exec('ALTER TABLE docent_links ADD COLUMN made_by TEXT')
  connection.exec('COMMIT')
}

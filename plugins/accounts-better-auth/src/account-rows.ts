import { DocentError, type StoredRow, type StoredRows, type StoredValue } from '@docent/core/plugin'
import { Postgres, type PostgresSettings } from '@docent/postgres'
import type { AccountsDatabase, AccountValue } from './accounts-database.ts'
import { type AuthLibrary, loadLibrary } from './auth-library.ts'
import { PostgresAccounts } from './postgres-accounts.ts'
import { SqliteAccounts } from './sqlite-accounts.ts'

/** Rows of one page. */
const PAGE = 200
/** Sessions end long after the move; the library wants a number. */
const SESSION_DAYS = 30

/** Our own tables, beside those of the library. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  docent_members: ['seq', 'organization_id', 'user_id', 'role', 'joined_at'],
  docent_links: [
    'seq',
    'id',
    'hash',
    'kind',
    'organization_id',
    'role',
    'user_id',
    'note',
    'made_by',
    'created_at',
    'expires_at',
    'used_at',
  ],
}

type LibraryRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** The rows of the accounts. The library reads and writes its own, because it keeps them differently in each database. */
export class AccountRows implements StoredRows {
  readonly tables: readonly string[]
  readonly #database: AccountsDatabase
  readonly #library: AuthLibrary

  private constructor(database: AccountsDatabase, library: AuthLibrary) {
    this.#database = database
    this.#library = library
    const models = Object.keys(library.context.tables).sort((one, other) => rank(one) - rank(other))
    this.tables = [...models, ...Object.keys(OWN)]
  }

  static inFile(file: string, secrets: readonly string[]): Promise<AccountRows> {
    return AccountRows.#open(new SqliteAccounts(file), secrets)
  }

  static inPostgres(settings: PostgresSettings, secrets: readonly string[]): Promise<AccountRows> {
    return AccountRows.#open(new PostgresAccounts(new Postgres(settings)), secrets)
  }

  static async #open(database: AccountsDatabase, secrets: readonly string[]): Promise<AccountRows> {
    try {
      return new AccountRows(database, await loadLibrary(database, { secrets, sessionDays: SESSION_DAYS }))
    } catch (error) {
      await database.close()
      throw error
    }
  }

  async count(table: string): Promise<number> {
    if (!OWN[table]) return this.#library.context.adapter.count({ model: table })
    const row = await this.#database.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)
    return row?.count ?? 0
  }

  async read(table: string, after: StoredRow | undefined): Promise<StoredRow[]> {
    const columns = OWN[table]
    if (columns)
      return this.#database.all<StoredRow>(
        `SELECT ${columns.join(', ')} FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`,
        (after?.seq ?? 0) as AccountValue,
      )
    const rows = await this.#library.context.adapter.findMany<LibraryRow>({
      model: table,
      ...(after && { where: [{ field: 'id', operator: 'gt', value: String(after.id) }] }),
      sortBy: { field: 'id', direction: 'asc' },
      limit: PAGE,
    })
    return rows.map((row) => this.#toStored(table, row))
  }

  /** Databases sort ids differently: what came already is found row by row. */
  async last(): Promise<undefined> {
    return undefined
  }

  async write(table: string, rows: readonly StoredRow[]): Promise<void> {
    const columns = OWN[table]
    for (const row of rows) {
      if (columns)
        await this.#database.run(
          `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
            ON CONFLICT DO NOTHING`,
          ...columns.map((column) => row[column] as AccountValue),
        )
      else if (!(await this.#has(table, String(row.id))))
        await this.#library.context.adapter.create({
          model: table,
          data: this.#toLibrary(table, row),
          forceAllowId: true,
        })
    }
  }

  async begin(): Promise<{ isResumed: boolean }> {
    for (const table of this.tables)
      if ((await this.count(table)) > 0)
        throw new DocentError(
          'conflict',
          'The target for the accounts is not empty. Choose another one with --accounts-file or --accounts-schema, or delete its content.',
        )
    return { isResumed: false }
  }

  finish(): Promise<void> {
    return this.#database.countOn(Object.keys(OWN))
  }

  close(): Promise<void> {
    return this.#database.close()
  }

  async #has(model: string, id: string): Promise<boolean> {
    const where = [{ field: 'id', value: id }]
    return (await this.#library.context.adapter.count({ model, where })) > 0
  }

  #toStored(table: string, row: LibraryRow): StoredRow {
    const stored: Record<string, StoredValue> = { id: row.id }
    for (const [name, { type }] of this.#fields(table)) {
      const value = row[name] ?? null
      if (value === null) stored[name] = null
      else if (type === 'date') stored[name] = new Date(value as string).getTime()
      else if (type === 'boolean') stored[name] = Number(value)
      else stored[name] = type === 'number' ? Number(value) : String(value)
    }
    return stored
  }

  #toLibrary(table: string, row: StoredRow): Record<string, unknown> {
    const data: Record<string, unknown> = { id: row.id }
    for (const [name, { type }] of this.#fields(table)) {
      const value = row[name] ?? null
      if (value === null) data[name] = null
      else if (type === 'date') data[name] = new Date(Number(value))
      else data[name] = type === 'boolean' ? value === 1 : value
    }
    return data
  }

  #fields(table: string) {
    return Object.entries(this.#library.context.tables[table]?.fields ?? {})
  }
}

/** Everything else refers to people. */
function rank(model: string): number {
  return model === 'user' ? 0 : 1
}

import { DocentError, type StoredRow, type StoredRows, type StoredValue } from '@docent/core/plugin'
import { list } from '../statements/fragments.ts'
import { PerDialect, raw, type Sql, sql } from '../statements/sql.ts'
import { run, type SqlDatabase } from '../statements/sql-database.ts'
import { COPIED_TABLES, type CopiedTable } from './copied-tables.ts'

/** Rows of one statement: databases limit how many values it has. */
const ROWS = 200

interface Described {
  /** In messages. */
  readonly name: string
  /** What to do with a database that holds something else. */
  readonly advice: { readonly begun: string; filled(tables: string): string }
  close(): Promise<void>
}

/** The rows of a store that nobody else uses. */
export class SqlRows implements StoredRows {
  readonly tables: readonly string[] = [...COPIED_TABLES.keys()]
  readonly #database: SqlDatabase
  readonly #described: Described

  constructor(database: SqlDatabase, described: Described) {
    this.#database = database
    this.#described = described
  }

  async count(name: string): Promise<number> {
    const [row] = await this.#database.read(
      sql<{ count: number }>`SELECT count(*) AS count FROM ${tableNamed(name)}`,
    )
    return row?.count ?? 0
  }

  async read(name: string, after: StoredRow | undefined): Promise<StoredRow[]> {
    const { key, page } = copied(name)
    const values = after && key.map((column) => sql`${after[column] ?? null}`)
    const where = values ? sql`WHERE (${raw(key.join(', '))}) > (${list(values)})` : raw('')
    return this.#rows(name, sql`${where} ORDER BY ${raw(key.join(', '))} LIMIT ${page}`)
  }

  async last(name: string): Promise<StoredRow | undefined> {
    const order = copied(name).key.map((column) => `${column} DESC`)
    const [row] = await this.#rows(name, sql`ORDER BY ${raw(order.join(', '))} LIMIT 1`)
    return row
  }

  async write(name: string, rows: readonly StoredRow[]): Promise<void> {
    const { columns } = copied(name)
    const values = rows.map((row) => sql`(${list(columns.map((column) => sql`${row[column] ?? null}`))})`)
    await this.#database.transaction(function* () {
      for (let first = 0; first < values.length; first += ROWS)
        yield* run(
          sql`INSERT INTO ${tableNamed(name)} (${raw(columns.join(', '))})
            VALUES ${list(values.slice(first, first + ROWS))} ON CONFLICT DO NOTHING`,
        )
    })
  }

  async begin(source: string): Promise<{ isResumed: boolean }> {
    const { name, advice } = this.#described
    const known = await moveUnderWay(this.#database)
    if (known === source) return { isResumed: true }
    if (known !== undefined)
      throw new DocentError(
        'conflict',
        `A move from ${known} into this ${name} is incomplete. ${advice.begun}`,
      )
    const filled: string[] = []
    for (const table of this.tables) if (await this.last(table)) filled.push(table)
    if (filled.length > 0) throw new DocentError('conflict', advice.filled(filled.join(', ')))
    await this.#database.transaction(function* () {
      yield* run(sql`CREATE TABLE docent.move_under_way (source text NOT NULL)`)
      yield* run(sql`INSERT INTO docent.move_under_way VALUES (${source})`)
    })
    return { isResumed: false }
  }

  /** Numbers go on after the highest that came. */
  async finish(): Promise<void> {
    const numbered = this.tables.filter((table) => copied(table).key[0] === 'seq')
    await this.#database.transaction(function* () {
      for (const table of numbered) yield* run(numberOn(table))
      yield* run(sql`DROP TABLE docent.move_under_way`)
    })
  }

  close(): Promise<void> {
    return this.#described.close()
  }

  async #rows(name: string, which: Sql): Promise<StoredRow[]> {
    const rows = await this.#database.read(
      sql<
        Record<string, unknown>
      >`SELECT ${raw(copied(name).columns.join(', '))} FROM ${tableNamed(name)} ${which}`,
    )
    return rows.map(toStored)
  }
}

/** What is being moved into this store; undefined for a store that is whole. */
export async function moveUnderWay(database: SqlDatabase): Promise<string | undefined> {
  const known = await database.read(sql`${IS_BEGUN}`)
  if (known.length === 0) return undefined
  const [note] = await database.read(sql<{ source: string }>`SELECT source FROM docent.move_under_way`)
  return note?.source ?? 'an unknown store'
}

/** @throws DocentError `conflict` when a job is under a lease */
export async function assertIdle(database: SqlDatabase): Promise<void> {
  const now = database.now()
  const [held] = await database.read(
    sql<{ id: string; left: number }>`SELECT id, available_at - ${now} AS "left" FROM docent.jobs
      WHERE lease_worker IS NOT NULL AND available_at > ${now} ORDER BY available_at DESC LIMIT 1`,
  )
  if (!held) return
  throw new DocentError(
    'conflict',
    `The job ${held.id} is still held by a worker that did not stop properly. Run the command again in ${Math.ceil(held.left / 1_000)} seconds.`,
  )
}

const IS_BEGUN = new PerDialect({
  sqlite: raw("SELECT 1 FROM sqlite_schema WHERE name = 'move_under_way'"),
  postgres: raw("SELECT 1 WHERE to_regclass('docent.move_under_way') IS NOT NULL"),
})

function numberOn(table: string): Sql {
  const next = raw(
    `SELECT setval(pg_get_serial_sequence('docent.${table}', 'seq'), max(seq)) FROM docent.${table} HAVING max(seq) IS NOT NULL`,
  )
  return sql`${new PerDialect({ sqlite: raw('SELECT 1'), postgres: next })}`
}

function copied(name: string): CopiedTable {
  const table = COPIED_TABLES.get(name)
  if (!table) throw new Error(`No table ${name} moves between stores`)
  return table
}

function tableNamed(name: string): Sql {
  copied(name)
  return raw(`docent.${name}`)
}

/** The same value from both databases: flags are numbers, and PostgreSQL has no place for the character 0. */
function toStored(raw: Readonly<Record<string, unknown>>): StoredRow {
  const row: Record<string, StoredValue> = {}
  for (const [column, value] of Object.entries(raw)) {
    if (typeof value === 'boolean') row[column] = Number(value)
    else if (typeof value === 'string') row[column] = value.replaceAll('\0', ' ')
    else row[column] = (value ?? null) as StoredValue
  }
  return row
}

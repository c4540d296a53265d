import {
  DocentError,
  type Job,
  STORED_TABLES,
  type StoredColumn,
  type StoredRow,
  type StoredRows,
  type StoredTable,
  type StoredValue,
  type ThreadTurn,
} from '@docent/core/plugin'
import { listenerName, migrate, Postgres, type PostgresSettings, type SqlValue } from '@docent/postgres'
import { unsupportedColumn } from './claim-counts.ts'
import { inventedColumn } from './invented-names.ts'
import { pullColumns } from './job-row.ts'
import { MIGRATIONS } from './migrations/all.ts'
import { moveUnderWay } from './move-note.ts'
import { searchable } from './searchable-text.ts'
import { pathsOf } from './turn-rows.ts'

/** Columns of PostgreSQL that hold something else than their name says elsewhere. */
type Raw = Record<string, SqlValue>
const TYPES: Readonly<Record<StoredColumn, string>> = {
  text: 'text',
  number: 'bigint',
  flag: 'boolean',
  bytes: 'bytea',
}

/** Columns that this store adds to a row, with what it makes them from. */
const DERIVED: Readonly<Record<string, (row: StoredRow) => Raw>> = {
  jobs: ({ body }) => {
    const job = JSON.parse(String(body)) as Job
    return { ...pullColumns(job), model: job.model }
  },
  job_steps: ({ body }) => {
    const { inputTokens, outputTokens } = JSON.parse(String(body)) as Record<string, number>
    return { input_tokens: inputTokens ?? 0, output_tokens: outputTokens ?? 0 }
  },
  thread_turns: ({ body }) => {
    const turn = JSON.parse(String(body)) as ThreadTurn
    return {
      model: turn.model,
      input_tokens: turn.inputTokens,
      output_tokens: turn.outputTokens,
      question: JSON.stringify(turn.question),
      words: searchable(turn.question, turn.answer),
      pages: searchable(...pathsOf(turn)),
      invented: inventedColumn(turn),
      unsupported: unsupportedColumn(turn),
    }
  },
}
/** Their names, by table. */
export const DERIVED_COLUMNS: Readonly<Record<string, Readonly<Record<string, StoredColumn>>>> = {
  jobs: { pull_number: 'number', pull_ended: 'flag', merged_at: 'number', model: 'text' },
  job_steps: { input_tokens: 'number', output_tokens: 'number' },
  thread_turns: {
    model: 'text',
    input_tokens: 'number',
    output_tokens: 'number',
    question: 'text',
    words: 'text',
    pages: 'text',
    invented: 'text',
    unsupported: 'number',
  },
}

/** The rows of a PostgreSQL store that no server uses. */
export class PostgresRows implements StoredRows {
  readonly tables = Object.keys(STORED_TABLES)
  readonly #postgres: Postgres

  private constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  /** @throws DocentError `conflict` when servers or workers use it, or jobs are under a lease */
  static async open(settings: PostgresSettings): Promise<PostgresRows> {
    const postgres = new Postgres(settings)
    await postgres.open()
    try {
      await migrate(postgres, 'store', MIGRATIONS)
      await assertIdle(postgres)
      return new PostgresRows(postgres)
    } catch (error) {
      await postgres.close()
      throw error
    }
  }

  async count(name: string): Promise<number> {
    const { rows } = await this.#postgres.query<{ count: number }>(
      `SELECT count(*) AS count FROM docent.${name}`,
    )
    return rows[0]?.count ?? 0
  }

  async read(name: string, after: StoredRow | undefined): Promise<StoredRow[]> {
    const { key, page } = tableOf(name)
    const marks = key.map((_, index) => `$${index + 1}`).join(', ')
    const where = after ? `WHERE (${key.join(', ')}) > (${marks})` : ''
    const values = after ? key.map((column) => after[column] as SqlValue) : []
    const { rows } = await this.#postgres.query<Raw>(
      `SELECT ${columnsOf(name)} FROM docent.${name} ${where} ORDER BY ${key.join(', ')} LIMIT ${page}`,
      values,
    )
    return rows.map((row) => toStored(name, row))
  }

  async last(name: string): Promise<StoredRow | undefined> {
    const order = tableOf(name).key.map((column) => `${column} DESC`)
    const { rows } = await this.#postgres.query<Raw>(
      `SELECT ${columnsOf(name)} FROM docent.${name} ORDER BY ${order.join(', ')} LIMIT 1`,
    )
    return rows[0] && toStored(name, rows[0])
  }

  async write(name: string, rows: readonly StoredRow[]): Promise<void> {
    const raw = rows.map((row) => toRaw(name, row))
    const columns = Object.entries(rawColumns(name))
    const list = columns.map(([column]) => column).join(', ')
    const picked = columns.map(([column]) =>
      name === 'direct_searches' && column === 'paths'
        ? '(SELECT array_agg(value ORDER BY ordinality) FROM json_array_elements_text(n.paths::json) WITH ORDINALITY)'
        : `n.${column}`,
    )
    const arrays = columns.map(([, kind], index) => `$${index + 1}::${TYPES[kind]}[]`)
    await this.#postgres.transaction(async (transaction) => {
      transaction.last(
        `INSERT INTO docent.${name} (${list})
          SELECT ${picked.join(', ')} FROM unnest(${arrays.join(', ')}) AS n(${list}) ON CONFLICT DO NOTHING`,
        columns.map(([column]) => raw.map((row) => row[column] ?? null) as SqlValue),
      )
    })
  }

  async begin(source: string): Promise<{ isResumed: boolean }> {
    const known = await moveUnderWay(this.#postgres)
    if (known === source) return { isResumed: true }
    if (known !== undefined)
      throw new DocentError(
        'conflict',
        `A move from ${known} into this PostgreSQL is incomplete. Finish it, or drop the schema ${this.#postgres.settings.schema} and start over.`,
      )
    const filled: string[] = []
    for (const name of this.tables) if ((await this.last(name)) !== undefined) filled.push(name)
    if (filled.length > 0)
      throw new DocentError(
        'conflict',
        `The schema ${this.#postgres.settings.schema} of PostgreSQL is not empty: it has ${filled.join(', ')}. Choose another one with --schema, or drop it.`,
      )
    await this.#postgres.transaction(async (transaction) => {
      await transaction.query('CREATE TABLE docent.move_under_way (source text NOT NULL)')
      await transaction.query('INSERT INTO docent.move_under_way VALUES ($1)', [source])
    })
    return { isResumed: false }
  }

  /** Numbers go on after the highest that came. */
  async finish(): Promise<void> {
    await this.#postgres.transaction(async (transaction) => {
      for (const [name, { key }] of Object.entries(STORED_TABLES)) {
        if (key[0] !== 'seq') continue
        await transaction.query(
          `SELECT setval(pg_get_serial_sequence($1, 'seq'), max(seq)) FROM docent.${name} HAVING max(seq) IS NOT NULL`,
          [`${this.#postgres.settings.schema}.${name}`],
        )
      }
      await transaction.query('DROP TABLE docent.move_under_way')
    })
  }

  close(): Promise<void> {
    return this.#postgres.close()
  }
}

async function assertIdle(postgres: Postgres): Promise<void> {
  const { rows: listeners } = await postgres.query<{ count: number }>(
    'SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [listenerName(postgres)],
  )
  const count = listeners[0]?.count ?? 0
  if (count > 0)
    throw new DocentError(
      'conflict',
      `${count} servers or workers use this PostgreSQL. Stop them all, and run the command again.`,
    )
  const { rows } = await postgres.query<{ id: string; left: number }>(
    `SELECT id, available_at - docent.now_ms() AS left FROM docent.jobs
      WHERE lease_worker IS NOT NULL AND available_at > docent.now_ms() ORDER BY available_at DESC LIMIT 1`,
  )
  const [held] = rows
  if (held)
    throw new DocentError(
      'conflict',
      `The job ${held.id} is still held by a worker that did not stop properly. Run the command again in ${Math.ceil(held.left / 1_000)} seconds.`,
    )
}

function tableOf(name: string): StoredTable {
  const table = STORED_TABLES[name]
  if (!table) throw new Error(`No table ${name} moves between stores`)
  return table
}

/** Columns as they are in PostgreSQL. */
function rawColumns(name: string): Record<string, StoredColumn> {
  const { columns } = tableOf(name)
  if (name !== 'job_messages') return { ...columns, ...DERIVED_COLUMNS[name] }
  return { job: 'number', position: 'number', state: 'text', body: 'text' }
}

function columnsOf(name: string): string {
  const { columns } = tableOf(name)
  return Object.keys(name === 'job_messages' ? rawColumns(name) : columns).join(', ')
}

function toStored(name: string, raw: Raw): StoredRow {
  if (name === 'job_messages') {
    const { id, role, content, createdAt } = JSON.parse(String(raw.body)) as Record<string, string>
    const { job, position, state } = raw as Record<string, StoredValue>
    // Other stores have no place for half of a surrogate pair.
    return stored({ job, position, state, id, role, content: content?.toWellFormed(), created_at: createdAt })
  }
  return stored(raw)
}

function stored(raw: Readonly<Record<string, unknown>>): StoredRow {
  const row: Record<string, StoredValue> = {}
  for (const [column, value] of Object.entries(raw)) {
    if (typeof value === 'boolean') row[column] = Number(value)
    else if (Array.isArray(value)) row[column] = JSON.stringify(value)
    else row[column] = (value ?? null) as StoredValue
  }
  return row
}

function toRaw(name: string, row: StoredRow): Raw {
  if (name === 'job_messages') {
    const { job, position, state, id, role, content, created_at: createdAt } = row
    return { job, position, state, body: JSON.stringify({ id, role, content, createdAt }) } as Raw
  }
  const raw: Raw = { ...row, ...DERIVED[name]?.(row) }
  for (const [column, kind] of Object.entries(tableOf(name).columns)) {
    const value = raw[column] ?? null
    if (kind === 'flag' && value !== null) raw[column] = value === 1
    if (kind === 'bytes' && value instanceof Uint8Array)
      raw[column] = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  return raw
}

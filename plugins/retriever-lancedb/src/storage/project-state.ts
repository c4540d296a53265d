import { createHash } from 'node:crypto'
import type { Redirect } from '@docent/content'
import { type Clock, DocentError, type IndexEmbedding, LeaseLost, type ProjectId } from '@docent/core/plugin'
import type { Table } from '@lancedb/lancedb'
import type { Database } from './database.ts'
import { STATE } from './schemas.ts'
import { quoted } from './sql.ts'

/** A committed revision: versions of tables that belong together. */
export interface Served {
  /** The source's name for it. */
  readonly revision: string
  readonly analysis: number
  /** Begins the names of its tables. */
  readonly tables: string
  readonly versions: Readonly<Record<TableKind, number>>
  readonly pages: number
  readonly passages: number
  readonly embedding?: IndexEmbedding
  readonly redirects: readonly Redirect[]
}

export const TABLE_KINDS = ['pages', 'passages', 'terms', 'counts'] as const
export type TableKind = (typeof TABLE_KINDS)[number]

export interface StateRow {
  /** Grows with every commit, and when the project is dropped. */
  readonly sequence: number
  readonly served: Served | undefined
}

/** Who writes, and until when. */
interface Held {
  readonly writer: string
  readonly until: number
}

/** More commits than are made at once between two looks at the row. */
const MOST_ATTEMPTS = 8
/** Old versions of the one row are of no use to anybody. */
const KEEP_MS = 600_000

/** The one row that says which revision of a project is served, and who writes the next. */
export class ProjectState {
  readonly prefix: string
  readonly #database: Database
  readonly #clock: Clock
  #table: Table | undefined

  constructor(database: Database, project: ProjectId, clock: Clock) {
    // A name that every file system takes, and that no other project has, whatever the id holds.
    this.prefix = `p${createHash('sha256').update(project).digest('hex').slice(0, 32)}`
    this.#database = database
    this.#clock = clock
  }

  /** Undefined for a project that was never written. */
  async read(): Promise<StateRow | undefined> {
    const [row] = (await (await this.#find())?.query().toArray()) ?? []
    if (row === undefined) return undefined
    return { sequence: row.sequence, served: JSON.parse(row.served) ?? undefined }
  }

  /** @throws DocentError `conflict`, retryable, while another writer has it */
  async take(token: string, leaseMs: number): Promise<StateRow> {
    const held = { writer: token, until: this.#clock.now() + leaseMs }
    const isMade = (await this.#find()) === undefined && (await this.#make(held))
    const row = isMade || (await this.#takeOver(held)) ? await this.read() : undefined
    if (row === undefined)
      throw new DocentError(
        'conflict',
        'Another revision of this index is being written. Try again when it has ended.',
        { isRetryable: true, retryAfterMs: 1_000 },
      )
    return row
  }

  /** @throws LeaseLost when another writer has taken it over */
  async renew(token: string, leaseMs: number): Promise<void> {
    await this.#change(token, { until: this.#clock.now() + leaseMs })
  }

  /**
   * Serves the revision, in one step.
   *
   * @throws LeaseLost
   */
  async serve(token: string, sequence: number, served: Served | undefined): Promise<void> {
    await this.#change(token, { sequence, served: JSON.stringify(served ?? null) })
  }

  async release(token: string): Promise<void> {
    await this.#change(token, { writer: '', until: 0 })
  }

  /** True for the table of the row, which stays when its project is dropped. */
  isOwn(table: string): boolean {
    return table === this.#name
  }

  async clean(): Promise<void> {
    const table = await this.#open()
    await table.optimize({ cleanupOlderThan: new Date(this.#clock.now() - KEEP_MS) })
  }

  /** False when another writer has it. */
  async #takeOver(held: Held): Promise<boolean> {
    const table = await this.#open()
    for (let attempt = 1; ; attempt++) {
      const where = `writer = '' OR until < ${this.#clock.now()}`
      try {
        return (await table.update({ where, values: { ...held } })).rowsUpdated > 0
      } catch (error) {
        // LanceDB also gives up while it cleans up: only the row says whether somebody has it.
        if (!(error instanceof Error) || !/commit conflict|concurrent/i.test(error.message)) throw error
        if ((await table.countRows(where)) === 0 || attempt === MOST_ATTEMPTS) return false
      }
    }
  }

  /**
   * Makes the row, held by its writer. LanceDB lets two make a table at once: the second replaces what the first wrote.
   * It finds that out by the version, and puts the first one's row back. False when there is a row of another.
   */
  async #make(held: Held): Promise<boolean> {
    const { makeArrowTable } = await import('@lancedb/lancedb')
    const data = makeArrowTable([{ sequence: 0, served: 'null', ...held }], { schema: STATE })
    const version = await this.#database.make(this.#name, data)
    if (version === 1) return true
    if (version !== undefined) {
      const table = await this.#open()
      await table.checkout(version - 1)
      await table.restore()
    }
    return false
  }

  async #change(token: string, values: Record<string, string | number>): Promise<void> {
    const table = await this.#open()
    const { rowsUpdated } = await table.update({ where: `writer = ${quoted(token)}`, values })
    if (rowsUpdated === 0)
      throw new LeaseLost(
        'The index of this project is being written by another process: this revision was not committed.',
      )
  }

  get #name(): string {
    return `${this.prefix}_state`
  }

  async #find(): Promise<Table | undefined> {
    this.#table ??= await this.#database.table(this.#name)
    return this.#table
  }

  async #open(): Promise<Table> {
    const table = await this.#find()
    if (table === undefined) throw new Error(`The table ${this.#name} is missing.`)
    return table
  }
}

import { type IndexEmbedding, LeaseLost } from '@docent/core/plugin'
import { ANALYSIS, type Attributes } from '@docent/search'
import type { Table } from '@lancedb/lancedb'
import type { Schema } from 'apache-arrow'
import type { Database, Row } from '../storage/database.ts'
import {
  type ProjectState,
  type Served,
  type StateRow,
  TABLE_KINDS,
  type TableKind,
} from '../storage/project-state.ts'
import { COUNTS, PAGES, passagesSchema, TERMS } from '../storage/schemas.ts'
import { isOneOf } from '../storage/sql.ts'
import type { Counted } from './count-revision.ts'
import { Kinds } from './kinds.ts'
import type { FileRows } from './page-rows.ts'

/** Versions that were replaced stay so long, for searches that began before. */
const KEEP_MS = 600_000
/** Texts of one condition. */
const AT_ONCE = 500
/** Nothing is that old: an unfinished revision removes no version. */
const NOTHING = new Date(0)

type Tables = Readonly<Record<TableKind, Table>>

export interface DraftParts {
  readonly database: Database
  readonly state: ProjectState
  readonly base: StateRow
  readonly token: string
  readonly embedding: IndexEmbedding | undefined
}

/** The tables of an open revision. Each step makes a version; one that somebody else made in between ends the revision. */
export class DraftTables {
  readonly name: string
  readonly #database: Database
  readonly #state: ProjectState
  readonly #tables: Tables
  readonly #schemas: Readonly<Record<TableKind, Schema>>
  readonly #versions: Record<TableKind, number>
  /** What this revision continues. */
  readonly #base: Served | undefined
  #changed = false

  private constructor(
    { database, state }: DraftParts,
    name: string,
    tables: Tables,
    schemas: Readonly<Record<TableKind, Schema>>,
    versions: Record<TableKind, number>,
    base: Served | undefined,
  ) {
    this.name = name
    this.#database = database
    this.#state = state
    this.#tables = tables
    this.#schemas = schemas
    this.#versions = versions
    this.#base = base
  }

  /** Takes away what a writer has left that ended without a commit. */
  static async open(parts: DraftParts): Promise<DraftTables> {
    const { database, state, base, token, embedding } = parts
    const { served } = base
    for (const name of await database.tablesOf(`${state.prefix}_`)) {
      const isServed = served !== undefined && name.startsWith(`${served.tables}_`)
      if (!isServed && !state.isOwn(name)) await (await database.connection()).dropTable(name)
    }
    const isSame =
      served?.analysis === ANALYSIS &&
      served.embedding?.model === embedding?.model &&
      served.embedding?.dimensions === embedding?.dimensions
    const continued = isSame ? served : undefined
    const schemas = {
      pages: PAGES,
      passages: passagesSchema(embedding?.dimensions),
      terms: TERMS,
      counts: COUNTS,
    }
    const name = continued?.tables ?? `${state.prefix}_${token}`
    const open = (kind: TableKind) =>
      continued === undefined
        ? makeTable(database, `${name}_${kind}`, schemas[kind])
        : restoredTable(database, `${name}_${kind}`, continued.versions[kind])
    const [pages, passages, terms, counts] = await Promise.all(TABLE_KINDS.map(open))
    if (pages === undefined || passages === undefined || terms === undefined || counts === undefined)
      throw new LeaseLost()
    const tables = { pages, passages, terms, counts }
    if (continued === undefined) await addFullTextIndex(passages)
    const versions = { pages: 0, passages: 0, terms: 0, counts: 0 }
    for (const kind of TABLE_KINDS) versions[kind] = await tables[kind].version()
    return new DraftTables(parts, name, tables, schemas, versions, continued)
  }

  get pages(): Table {
    return this.#tables.pages
  }

  get passages(): Table {
    return this.#tables.passages
  }

  get versions(): Readonly<Record<TableKind, number>> {
    return { ...this.#versions }
  }

  async kinds(): Promise<Kinds> {
    const [row] = await this.#tables.counts.query().select(['kinds']).toArray()
    const known: Attributes[] = row === undefined ? [] : JSON.parse(row.kinds)
    return new Kinds(known)
  }

  /** Puts the rows of these files in the place of what is there of them. */
  async replace(files: ReadonlyMap<string, FileRows>): Promise<void> {
    const names = Array.from(files.keys(), (file) => JSON.stringify(file))
    for (const kind of ['pages', 'passages'] as const) {
      const table = this.#tables[kind]
      for (let at = 0; at < names.length; at += AT_ONCE) {
        const { version } = await table.delete(isOneOf('file', names.slice(at, at + AT_ONCE)))
        this.#advance(kind, version)
      }
      const rows = [...files.values()].flatMap((file) => file[kind])
      if (rows.length > 0) await this.#add(kind, rows, 'append')
    }
    this.#changed = true
  }

  /** The full text index of LanceDB finds only rows that it was brought up to. */
  async index(): Promise<void> {
    if (!this.#changed) return
    for (const kind of ['pages', 'passages'] as const) {
      await this.#tables[kind].optimize({ cleanupOlderThan: NOTHING })
      this.#versions[kind] = await this.#tables[kind].version()
    }
  }

  async count({ counts, terms }: Counted): Promise<void> {
    await this.#add('counts', [counts], 'overwrite')
    if (terms.length > 0) return this.#add('terms', terms, 'overwrite')
    // LanceDB writes no table without rows.
    this.#advance('terms', (await this.#tables.terms.delete('true')).version)
  }

  async committedVectors(keys: readonly string[]): Promise<Map<string, ArrayLike<number>>> {
    const found = new Map<string, ArrayLike<number>>()
    if (this.#base?.embedding === undefined) return found
    const table = await this.#database.table(`${this.name}_passages`, this.#base.versions.passages)
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const where = isOneOf('key', keys.slice(at, at + AT_ONCE))
      const rows = await table?.query().where(where).select(['key', 'vector']).toArray()
      for (const { key, vector } of rows ?? []) if (vector !== null) found.set(key, vector.toArray())
    }
    return found
  }

  /** After the commit: its versions are the newest, which stay. */
  async clean(): Promise<void> {
    await this.#state.clean()
    for (const kind of TABLE_KINDS)
      await this.#tables[kind].optimize({ cleanupOlderThan: new Date(Date.now() - KEEP_MS) })
  }

  async #add(kind: TableKind, rows: readonly Row[], mode: 'append' | 'overwrite'): Promise<void> {
    const { makeArrowTable } = await import('@lancedb/lancedb')
    const data = makeArrowTable([...rows], { schema: this.#schemas[kind] })
    const { version } = await this.#tables[kind].add(data, { mode })
    this.#advance(kind, version)
  }

  /** @throws LeaseLost when somebody else has changed the table: a writer that was paused, and taken for dead */
  #advance(kind: TableKind, version: number): void {
    if (version !== this.#versions[kind] + 1)
      throw new LeaseLost('The index of this project was changed: this revision was not committed.')
    this.#versions[kind] = version
  }
}

async function makeTable(database: Database, name: string, schema: Schema): Promise<Table> {
  return (await database.connection()).createEmptyTable(name, schema)
}

async function restoredTable(database: Database, name: string, version: number): Promise<Table | undefined> {
  const table = await database.table(name)
  if (table !== undefined && (await table.version()) !== version) {
    await table.checkout(version)
    await table.restore()
  }
  return table
}

async function addFullTextIndex(passages: Table): Promise<void> {
  const { Index } = await import('@lancedb/lancedb')
  const config = Index.fts({
    baseTokenizer: 'whitespace',
    withPosition: false,
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
  })
  await passages.createIndex('tokens', { config })
}

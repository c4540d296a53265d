import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { IndexEmbedding, ProjectId } from '@docent/core'
import type { Connection, Session, Table } from '@lancedb/lancedb'
import type { CurrentRevision } from './current-revision.ts'
import { tableSchemas } from './index-schema.ts'
import { type LanceDb, loadLance } from './lance.ts'

export interface ProjectTables {
  passages: Table
  pages: Table
}

/** Compaction then neither rewrites the indices nor makes remembered rows useless (see row-cache.ts). */
const STABLE_ROW_IDS = { new_table_enable_stable_row_ids: 'true' }

/** Opens the tables of projects: one folder a project, in it one folder a generation of tables. */
export class TableFolder {
  readonly #directory: string
  readonly #cacheBytes: bigint
  readonly #connections = new Map<string, Promise<Connection>>()
  #session: Session | undefined

  constructor(directory: string, cacheMb: number) {
    this.#directory = directory
    this.#cacheBytes = BigInt(cacheMb) * 1024n * 1024n
  }

  /** The folder of a project, whatever its id holds: no id leaves the directory or means another's folder. */
  of(project: ProjectId): string {
    return join(this.#directory, encodeURIComponent(project).replaceAll('.', '%2E').replaceAll('*', '%2A'))
  }

  lance(): Promise<LanceDb> {
    return loadLance()
  }

  /** The newest version of both tables, for writing. */
  async open(folder: string, generation: string): Promise<ProjectTables> {
    const connection = await this.#connect(join(folder, generation))
    const [passages, pages] = await Promise.all([
      connection.openTable('passages'),
      connection.openTable('pages'),
    ])
    return { passages, pages }
  }

  /** Both tables as the revision has them, whatever is written beside it. */
  async openPinned(folder: string, current: CurrentRevision): Promise<ProjectTables> {
    const tables = await this.open(folder, current.tables)
    await Promise.all([
      tables.passages.checkout(current.passagesVersion),
      tables.pages.checkout(current.pagesVersion),
    ])
    return tables
  }

  /** @param embedding gives the passages a column for vectors */
  async create(
    folder: string,
    generation: string,
    embedding: IndexEmbedding | undefined,
  ): Promise<ProjectTables> {
    await mkdir(join(folder, generation), { recursive: true, mode: 0o700 })
    const connection = await this.#connect(join(folder, generation))
    const schemas = await tableSchemas(embedding)
    const [passages, pages] = await Promise.all([
      connection.createEmptyTable('passages', schemas.passages),
      connection.createEmptyTable('pages', schemas.pages),
    ])
    return { passages, pages }
  }

  /** Forgets the connections into a project's folder, whose files are about to go. */
  async forget(folder: string): Promise<void> {
    for (const [path, connection] of this.#connections) {
      if (!path.startsWith(join(folder, '/'))) continue
      this.#connections.delete(path)
      ;(await connection).close()
    }
  }

  async close(): Promise<void> {
    const connections = [...this.#connections.values()]
    this.#connections.clear()
    for (const connection of connections) (await connection).close()
  }

  #connect(path: string): Promise<Connection> {
    const known = this.#connections.get(path)
    if (known !== undefined) return known
    const connection = this.#open(path)
    this.#connections.set(path, connection)
    // A failure is not remembered: the next call tries again.
    connection.catch(() => this.#connections.delete(path))
    return connection
  }

  async #open(path: string): Promise<Connection> {
    const lance = await loadLance()
    // One cache for all projects, or each would keep its own full share.
    const half = this.#cacheBytes / 2n
    // Indices and metadata have a bound each: what one may keep, the other may not.
    this.#session ??= new lance.Session(half, half)
    return lance.connect(path, { session: this.#session, storageOptions: STABLE_ROW_IDS })
  }
}

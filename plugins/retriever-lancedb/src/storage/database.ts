import { mkdir } from 'node:fs/promises'
import type { Connection, Data, Table } from '@lancedb/lancedb'

/** Values of a column, as they are written and read. */
export type Row = Readonly<Record<string, string | number | Uint8Array | readonly number[] | null>>

export interface DatabaseParts {
  /** A folder, or `s3://bucket/prefix`. */
  readonly uri: string
  readonly storage: Readonly<Record<string, string>>
}

/** A connection to LanceDB, made when it is first needed: loading the library takes 150 ms and 30 MB. */
export class Database {
  readonly #parts: DatabaseParts
  #connection: Promise<Connection> | undefined

  constructor(parts: DatabaseParts) {
    this.#parts = parts
  }

  async open(): Promise<void> {
    await this.connection()
  }

  connection(): Promise<Connection> {
    this.#connection ??= this.#connect()
    return this.#connection
  }

  /** A table as it is now, or at a version; undefined when there is none. */
  async table(name: string, version?: number): Promise<Table | undefined> {
    const connection = await this.connection()
    try {
      return await connection.openTable(name, [], version === undefined ? {} : { version })
    } catch (error) {
      if (error instanceof Error && error.message.includes(`Table '${name}' was not found`)) return undefined
      throw error
    }
  }

  /** Makes a table, and answers the version that this made; undefined when there is one. */
  async make(name: string, data: Data): Promise<number | undefined> {
    const { uri, storage } = this.#parts
    const { connect } = await import('@lancedb/lancedb')
    // Of its own: the other connection would answer the newest version.
    const connection = await connect(uri, { storageOptions: { ...storage } })
    try {
      return await (await connection.createTable(name, data)).version()
    } catch (error) {
      if ((await this.table(name)) !== undefined) return undefined
      throw error
    } finally {
      connection.close()
    }
  }

  /** Names of all tables that begin so. */
  async tablesOf(prefix: string): Promise<string[]> {
    const connection = await this.connection()
    const names: string[] = []
    for (let startAfter = prefix; ; startAfter = names.at(-1) ?? prefix) {
      const found = await connection.tableNames({ startAfter, limit: 100 })
      names.push(...found.filter((name) => name.startsWith(prefix)))
      if (found.length === 0 || !found.at(-1)?.startsWith(prefix)) return names
    }
  }

  async health(): Promise<{ ok: true }> {
    await (await this.connection()).tableNames({ limit: 1 })
    return { ok: true }
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined)
    connection?.close()
  }

  async #connect(): Promise<Connection> {
    const { uri, storage } = this.#parts
    if (!uri.includes('://')) await mkdir(uri, { recursive: true })
    const { connect } = await import('@lancedb/lancedb')
    // Zero: what another process has committed is seen at once.
    return connect(uri, { readConsistencyInterval: 0, storageOptions: { ...storage } })
  }
}

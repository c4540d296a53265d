import { hash } from 'node:crypto'
import { inSchema } from './in-schema.ts'
import type { PostgresSettings } from './options.ts'

/**
 * A statement with values is prepared once a connection, which saves a third of its time. Behind a pooler in
 * transaction mode the next transaction meets another connection: nothing is prepared where one is configured, nor
 * after the first sign of one.
 */
export class PreparedStatements {
  readonly #schema: string
  readonly #statements = new Map<string, { text: string; name?: string }>()
  #isPreparing: boolean

  constructor({ url, directUrl, schema }: PostgresSettings) {
    this.#schema = schema
    this.#isPreparing = url === directUrl
  }

  get isPreparing(): boolean {
    return this.#isPreparing
  }

  stopPreparing(): void {
    this.#isPreparing = false
    this.#statements.clear()
  }

  of(sql: string, values: number): { text: string; name?: string } {
    let statement = this.#statements.get(sql)
    if (!statement) {
      const text = inSchema(sql, this.#schema)
      // Named by its text: one name never means two statements, whoever prepared it on a connection that is shared.
      statement = values > 0 && this.#isPreparing ? { text, name: hash('sha1', text) } : { text }
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

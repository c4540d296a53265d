import { randomUUID } from 'node:crypto'
import { migrate, Postgres } from '@docent/postgres'
import { PostgresRetriever, type PostgresRetrieverParts } from '../src/postgres-retriever.ts'
import { MIGRATIONS } from '../src/schema/migrations.ts'

/** A retriever with connections of its own, as each process has it. */
export async function openRetriever(
  url: string,
  schema: string,
  parts: Partial<PostgresRetrieverParts> = {},
): Promise<{ postgres: Postgres; retriever: PostgresRetriever; close(): Promise<void> }> {
  const postgres = new Postgres({ url, directUrl: url, schema, connections: 5 })
  await postgres.open()
  await migrate(postgres, 'search', MIGRATIONS)
  const retriever = new PostgresRetriever(postgres, {
    memoryMb: 16,
    ids: { sortable: randomUUID, secret: randomUUID },
    logger: { debug() {}, info() {}, warn: console.warn, error: console.error },
    ...parts,
  })
  return {
    postgres,
    retriever,
    async close() {
      await retriever.stop()
      await postgres.close()
    },
  }
}

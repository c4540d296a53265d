import { randomUUID } from 'node:crypto'
import { LanceRetriever, type LanceRetrieverParts } from '../src/lance-retriever.ts'
import { Database } from '../src/storage/database.ts'

/** A retriever with a connection of its own, as each process has it. */
export function openRetriever(
  uri: string,
  parts: Partial<LanceRetrieverParts> = {},
  storage: Record<string, string> = {},
): { database: Database; retriever: LanceRetriever } {
  const database = new Database({ uri, storage })
  const retriever = new LanceRetriever(database, {
    clock: { now: () => Date.now() },
    ids: { sortable: randomUUID, secret: randomUUID },
    logger: { debug() {}, info() {}, warn: console.warn, error: console.error },
    ...parts,
  })
  return { database, retriever }
}

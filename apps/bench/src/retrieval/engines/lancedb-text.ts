import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Engine } from './engine.ts'
import { MOST_PASSAGES } from './engine.ts'
import { passageFields } from './passage-fields.ts'

const TABLE = 'passages'

/** LanceDB's own text search as its documentation shows it: one column of text, stemmed, without stop words. */
export const lancedbText: Engine = {
  name: 'lancedb',
  async create(folder) {
    const { connect, Index } = await loadLance()
    const connection = await connect(folder)
    let table: Table | undefined
    return {
      add: async (entries) => {
        const rows = passageFields(entries).map(({ page, title, headings, route, body }) => ({
          page,
          text: [title, headings, route, body].join('\n'),
        }))
        if (table === undefined) table = await connection.createTable(TABLE, rows)
        else await table.add(rows)
      },
      finish: async () => {
        const config = Index.fts({
          language: 'English',
          stem: true,
          removeStopWords: true,
          asciiFolding: true,
          withPosition: false,
        })
        await table?.optimize()
        await table?.createIndex('text', { config })
        await table?.optimize({ cleanupOlderThan: new Date() })
        table?.close()
        connection.close()
      },
    }
  },
  async open(folder) {
    const { connect, MatchQuery } = await loadLance()
    const connection = await connect(folder)
    const table = await connection.openTable(TABLE)
    return {
      search: async (text) => {
        const found: { page: string }[] = await table
          .query()
          // Not the text itself: with quotes in it, that asks for a phrase.
          .fullTextSearch(new MatchQuery(text, 'text'))
          .select(['page', '_score'])
          .limit(MOST_PASSAGES)
          .toArray()
        return [...new Set(found.map(({ page }) => page))]
      },
      close: async () => {
        table.close()
        connection.close()
      },
    }
  },
}

/** What is used of LanceDB, whose package is not installed with the others: its native code has 200 MB. */
interface Table {
  add(rows: object[]): Promise<unknown>
  optimize(options?: { cleanupOlderThan: Date }): Promise<unknown>
  createIndex(column: string, options: { config: unknown }): Promise<void>
  query(): { fullTextSearch(query: unknown): { select(columns: string[]): { limit(rows: number): Rows } } }
  close(): void
}
interface Rows {
  toArray(): Promise<{ page: string }[]>
}
interface LanceDb {
  connect(folder: string): Promise<{
    createTable(name: string, rows: object[]): Promise<Table>
    openTable(name: string): Promise<Table>
    close(): void
  }>
  Index: { fts(options: object): unknown }
  MatchQuery: new (text: string, column: string) => unknown
}

const PEERS = new URL('../../../peers/package.json', import.meta.url)

/** After `npm install --prefix apps/bench/peers`. */
export function isInstalled(): boolean {
  return existsSync(new URL('node_modules/@lancedb/lancedb', PEERS))
}

async function loadLance(): Promise<LanceDb> {
  // Its warning about a missing dataset, printed when a table is created.
  process.env.LANCEDB_LOG ??= 'error'
  const path = createRequire(fileURLToPath(PEERS)).resolve('@lancedb/lancedb')
  return import(pathToFileURL(path).href)
}

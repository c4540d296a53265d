import type { Table } from '@lancedb/lancedb'
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

async function loadLance(): Promise<typeof import('@lancedb/lancedb')> {
  // Its warning about a missing dataset, printed when a table is created.
  process.env.LANCEDB_LOG ??= 'error'
  return import('@lancedb/lancedb')
}

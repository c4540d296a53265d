import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { CollectionKind } from '../collection.ts'
import type { Engine } from './engine.ts'
import { MOST_PASSAGES } from './engine.ts'
import { contentWords } from './english-terms.ts'
import { passageFields } from './passage-fields.ts'

/** Of title, headings, route and body. */
const WEIGHTS: Record<CollectionKind, string> = {
  abstracts: 'bm25(3, 1, 1, 1)',
  documentation: 'bm25(20, 10, 10, 1)',
}

/** FTS5 with the porter tokenizer, any word of the query but the stop words, columns weighted by bm25(). */
export const sqliteFts: Engine = {
  name: 'sqlite-fts5',
  async create(folder, kind) {
    const database = await openDatabase(folder)
    database.exec(`
      PRAGMA journal_mode = OFF;
      CREATE VIRTUAL TABLE passages USING fts5(
        title, headings, route, body, page UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2'
      );
      INSERT INTO passages (passages, rank) VALUES ('rank', '${WEIGHTS[kind]}');
      BEGIN;
    `)
    const insert = database.prepare(
      'INSERT INTO passages (title, headings, route, body, page) VALUES (?, ?, ?, ?, ?)',
    )
    return {
      add: async (entries) => {
        for (const { title, headings, route, body, page } of passageFields(entries))
          insert.run(title, headings, route, body, page)
      },
      finish: async () => {
        database.exec(`COMMIT; INSERT INTO passages (passages) VALUES ('optimize');`)
        database.close()
      },
    }
  },
  async open(folder) {
    const database = await openDatabase(folder)
    const select = database.prepare(
      `SELECT page FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT ${MOST_PASSAGES}`,
    )
    return {
      search: async (text) => {
        const words = contentWords(text)
        if (words.length === 0) return []
        const found = select.all(words.map((word) => `"${word}"`).join(' OR '))
        return [...new Set(found.map(({ page }) => String(page)))]
      },
      close: async () => database.close(),
    }
  },
}

async function openDatabase(folder: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(folder, 'passages.db'))
  database.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824')
  return database
}

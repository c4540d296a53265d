import type { Migration } from './migration.ts'

/**
 * The only table of `limits.sqlite`: what each key has used in each window. `length` is the window's in ms, 0 for a
 * calendar month; `start` and `ends` are milliseconds since the epoch. `holds` are uses that are set aside, as JSON:
 * `[{ id, cost, until }]`; NULL where there are none.
 */
export const LIMIT_SCHEMA: readonly Migration[] = [
  {
    version: 2,
    name: 'counters',
    sql: `
      CREATE TABLE counters (
        key TEXT NOT NULL,
        length INTEGER NOT NULL,
        start INTEGER NOT NULL,
        ends INTEGER NOT NULL,
        used INTEGER NOT NULL,
        holds TEXT,
        PRIMARY KEY (key, length, start)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX counters_by_end ON counters (ends);
    `,
    upgrade: {
      from: [1],
      run: (connection) => connection.exec('ALTER TABLE counters ADD COLUMN holds TEXT'),
    },
  },
]

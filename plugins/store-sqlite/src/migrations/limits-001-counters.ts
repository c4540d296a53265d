import type { Migration } from './migration.ts'

/**
 * The only table of `limits.sqlite`: what each key has used in each window. `length` is the window's in ms, 0 for a
 * calendar month; `start` and `ends` are milliseconds since the epoch.
 */
export const counters: Migration = {
  version: 1,
  name: 'counters',
  sql: `
    CREATE TABLE counters (
      key TEXT NOT NULL,
      length INTEGER NOT NULL,
      start INTEGER NOT NULL,
      ends INTEGER NOT NULL,
      used INTEGER NOT NULL,
      PRIMARY KEY (key, length, start)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX counters_by_end ON counters (ends);
  `,
}

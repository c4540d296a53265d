import type { Migration } from './migration.ts'

/** Searches that belong to no conversation. `fp` is JSON text, as in `threads`; `query` is what `normalizedQuery` makes of it. */
export const directSearches: Migration = {
  version: 8,
  name: 'direct-searches',
  sql: `
    CREATE TABLE direct_searches (
      seq INTEGER PRIMARY KEY,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      source TEXT NOT NULL,
      query TEXT NOT NULL,
      results INTEGER NOT NULL,
      ms INTEGER NOT NULL,
      fp TEXT NOT NULL
    ) STRICT;
    CREATE INDEX direct_searches_by_time ON direct_searches (project_id, created_at, source, query, results, ms);
    CREATE INDEX direct_searches_by_fp ON direct_searches (project_id, fp);
    CREATE INDEX direct_searches_by_age ON direct_searches (created_at);
  `,
}

import type { Migration } from './migration.ts'

/**
 * API keys by their hash. `body` is the record as it was created; what changes later stands beside it. Rows of
 * one moment are listed by `seq`, the order of creation.
 */
export const keys: Migration = {
  version: 3,
  name: 'keys',
  sql: `
    CREATE TABLE keys (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      hash TEXT NOT NULL UNIQUE,
      organization_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      revoked_at INTEGER,
      last_used_at INTEGER,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX keys_by_organization ON keys (organization_id, created_at, seq);
  `,
}

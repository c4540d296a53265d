import type { Migration } from './migration.ts'

/** The audit log. Entries of one moment are told apart by their id. */
export const audit: Migration = {
  version: 11,
  name: 'audit',
  sql: `
    CREATE TABLE audit_entries (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      organization_id TEXT NOT NULL,
      at INTEGER NOT NULL,
      actor_id TEXT,
      action TEXT NOT NULL,
      target TEXT,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_entries_by_time ON audit_entries (organization_id, at, id);
    CREATE INDEX audit_entries_by_age ON audit_entries (at);
  `,
}

import type { Migration } from './migration.ts'

/** Credentials that people entered, encrypted. */
export const secrets: Migration = {
  version: 12,
  name: 'secrets',
  sql: `
    CREATE TABLE entered_secrets (
      organization_id TEXT NOT NULL,
      name TEXT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (organization_id, name)
    ) STRICT;
  `,
}

import type { Migration } from './migration.ts'

/** Organizations and projects as JSON in `body`, named leases, and small facts about projects. */
export const projects: Migration = {
  version: 4,
  name: 'projects',
  sql: `
    CREATE TABLE organizations (
      id TEXT PRIMARY KEY,
      body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE projects (
      id TEXT PRIMARY KEY,
      organization_id TEXT NOT NULL,
      domain TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE leases (
      name TEXT PRIMARY KEY,
      holder TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE project_state (
      project_id TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (project_id, key)
    ) STRICT, WITHOUT ROWID;
  `,
}

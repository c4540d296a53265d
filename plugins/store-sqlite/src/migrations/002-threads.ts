import type { Migration } from './migration.ts'

/**
 * Conversations. `seq` is the thread's number within this file. A turn's `body` is all of it but its index as JSON,
 * which keeps half surrogate pairs that a TEXT column would not; the columns beside it are for reports.
 */
export const threads: Migration = {
  version: 2,
  name: 'threads',
  sql: `
    CREATE TABLE threads (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX threads_by_project ON threads (project_id, created_at);

    CREATE TABLE thread_turns (
      seq INTEGER PRIMARY KEY,
      thread INTEGER NOT NULL REFERENCES threads ON DELETE CASCADE,
      position INTEGER NOT NULL,
      id TEXT NOT NULL,
      outcome TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX thread_turns_by_position ON thread_turns (thread, position);
  `,
}

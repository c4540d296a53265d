import type { Migration } from './migration.ts'

/**
 * What readers do with pages. Views are counted by day; the row with an empty path counts all pages of that day.
 * Visitors of a day are known by a hash until the next day begins. `fp` is JSON text, as in `threads`.
 */
export const readings: Migration = {
  version: 13,
  name: 'readings',
  sql: `
    CREATE TABLE page_views (
      project_id TEXT NOT NULL,
      path TEXT NOT NULL,
      day INTEGER NOT NULL,
      reader TEXT NOT NULL,
      views INTEGER NOT NULL,
      visitors INTEGER NOT NULL,
      PRIMARY KEY (project_id, path, day, reader)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX page_views_by_day ON page_views (day);

    CREATE TABLE page_visitors (
      day INTEGER NOT NULL,
      project_id TEXT NOT NULL,
      visitor TEXT NOT NULL,
      reader TEXT NOT NULL,
      path TEXT NOT NULL,
      PRIMARY KEY (day, project_id, visitor, reader, path)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE visitor_salts (day INTEGER PRIMARY KEY, salt TEXT NOT NULL) STRICT;

    CREATE TABLE page_feedback (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      path TEXT NOT NULL,
      source TEXT NOT NULL,
      status TEXT NOT NULL,
      thumb INTEGER NOT NULL,
      fp TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX page_feedback_by_time ON page_feedback (project_id, created_at, id);
    CREATE INDEX page_feedback_by_source ON page_feedback (project_id, source, created_at, id);
    CREATE INDEX page_feedback_by_status ON page_feedback (project_id, status, created_at, id);
    CREATE INDEX page_feedback_by_both ON page_feedback (project_id, source, status, created_at, id);
    CREATE INDEX page_feedback_by_page ON page_feedback (project_id, path, created_at, source, status, thumb);
    CREATE INDEX page_feedback_by_fp ON page_feedback (project_id, fp);
    CREATE INDEX page_feedback_by_age ON page_feedback (created_at);
  `,
}

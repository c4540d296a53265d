import type { Migration } from './migration.ts'

/**
 * What operators read of conversations: who spoke, when last, what was searched for, and what readers said. `fp` is JSON
 * text, which keeps half surrogate pairs; `query` is what `normalizedQuery` makes of a search. Searches of turns from
 * before are counted by their lower-case text.
 */
export const threadReports: Migration = {
  version: 5,
  name: 'thread-reports',
  sql: `
    ALTER TABLE threads ADD COLUMN fp TEXT NOT NULL DEFAULT '';
    ALTER TABLE threads ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
    UPDATE threads SET
      fp = body -> '$.fp',
      updated_at = COALESCE((SELECT MAX(created_at) FROM thread_turns WHERE thread = threads.seq), created_at);
    DROP INDEX threads_by_project;
    CREATE INDEX threads_by_project ON threads (project_id, created_at, id);
    CREATE INDEX threads_by_fp ON threads (project_id, fp);
    CREATE INDEX threads_by_update ON threads (updated_at);

    ALTER TABLE thread_turns ADD COLUMN project_id TEXT NOT NULL DEFAULT '';
    UPDATE thread_turns SET project_id = (SELECT project_id FROM threads WHERE seq = thread);
    CREATE INDEX thread_turns_by_outcome ON thread_turns (project_id, outcome, created_at, id);
    CREATE INDEX thread_turns_by_thread ON thread_turns (thread, outcome);

    CREATE TABLE turn_searches (
      turn INTEGER NOT NULL REFERENCES thread_turns ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      unanswered INTEGER NOT NULL,
      query TEXT NOT NULL
    ) STRICT;
    CREATE INDEX turn_searches_by_turn ON turn_searches (turn);
    CREATE INDEX turn_searches_by_time ON turn_searches (project_id, created_at, query, unanswered);
    INSERT INTO turn_searches
      SELECT DISTINCT t.seq, t.project_id, t.created_at, t.outcome = 'unanswered', lower(trim(s.value))
      FROM thread_turns t, json_each(t.body, '$.searches') s
      WHERE trim(s.value) <> '';

    CREATE TABLE turn_feedback (
      turn INTEGER PRIMARY KEY REFERENCES thread_turns ON DELETE CASCADE,
      project_id TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      turn_id TEXT NOT NULL,
      rating TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX turn_feedback_by_time ON turn_feedback (project_id, created_at, turn_id);
  `,
}

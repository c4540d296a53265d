import type { Migration } from './migration.ts'

/**
 * Turns by time and by who asked, and searches by what was opened after them. Counts by day are kept by triggers, so that
 * whatever adds or deletes a row changes its count in the same transaction; reports over years then read few rows.
 * Under an empty query `search_days` counts all searches of a day.
 */
export const analytics: Migration = {
  version: 14,
  name: 'analytics',
  sql: `
    ALTER TABLE thread_turns ADD COLUMN caller TEXT NOT NULL DEFAULT 'other';
    CREATE INDEX thread_turns_by_time ON thread_turns (project_id, created_at, id);

    CREATE TABLE caller_days (
      project_id TEXT NOT NULL,
      day INTEGER NOT NULL,
      caller TEXT NOT NULL,
      turns INTEGER NOT NULL,
      PRIMARY KEY (project_id, day, caller)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO caller_days
      SELECT project_id, created_at / 86400000 * 86400000, caller, COUNT(*) FROM thread_turns GROUP BY 1, 2, 3;
    CREATE TRIGGER turn_added AFTER INSERT ON thread_turns BEGIN
      INSERT INTO caller_days VALUES (NEW.project_id, NEW.created_at / 86400000 * 86400000, NEW.caller, 1)
        ON CONFLICT DO UPDATE SET turns = turns + 1;
    END;
    CREATE TRIGGER turn_deleted AFTER DELETE ON thread_turns BEGIN
      UPDATE caller_days SET turns = turns - 1 WHERE project_id = OLD.project_id
        AND day = OLD.created_at / 86400000 * 86400000 AND caller = OLD.caller;
      DELETE FROM caller_days WHERE project_id = OLD.project_id
        AND day = OLD.created_at / 86400000 * 86400000 AND caller = OLD.caller AND turns = 0;
    END;

    ALTER TABLE direct_searches ADD COLUMN visitor TEXT;
    ALTER TABLE direct_searches ADD COLUMN paths TEXT;
    ALTER TABLE direct_searches ADD COLUMN clicked TEXT;
    CREATE INDEX direct_searches_by_visitor ON direct_searches (project_id, created_at, visitor)
      WHERE visitor IS NOT NULL;
    CREATE INDEX direct_searches_by_query ON direct_searches (project_id, query, created_at);

    CREATE TABLE search_days (
      project_id TEXT NOT NULL,
      query TEXT NOT NULL,
      day INTEGER NOT NULL,
      searches INTEGER NOT NULL,
      clicks INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      PRIMARY KEY (project_id, query, day)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO search_days
      SELECT project_id, query, created_at / 86400000 * 86400000, COUNT(*), 0, MAX(created_at)
        FROM direct_searches GROUP BY 1, 2, 3;
    INSERT INTO search_days
      SELECT project_id, '', day, SUM(searches), 0, MAX(last_at) FROM search_days GROUP BY project_id, day;
    CREATE TABLE search_clicks (
      project_id TEXT NOT NULL,
      query TEXT NOT NULL,
      path TEXT NOT NULL,
      day INTEGER NOT NULL,
      clicks INTEGER NOT NULL,
      PRIMARY KEY (project_id, query, path, day)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER search_added AFTER INSERT ON direct_searches BEGIN
      INSERT INTO search_days VALUES
        (NEW.project_id, NEW.query, NEW.created_at / 86400000 * 86400000, 1, 0, NEW.created_at),
        (NEW.project_id, '', NEW.created_at / 86400000 * 86400000, 1, 0, NEW.created_at)
        ON CONFLICT DO UPDATE SET searches = searches + 1, last_at = MAX(last_at, excluded.last_at);
    END;
    CREATE TRIGGER search_clicked AFTER UPDATE OF clicked ON direct_searches
      WHEN OLD.clicked IS NULL AND NEW.clicked IS NOT NULL BEGIN
      UPDATE search_days SET clicks = clicks + 1
        WHERE project_id = NEW.project_id AND query IN (NEW.query, '') AND day = NEW.created_at / 86400000 * 86400000;
      INSERT INTO search_clicks VALUES
        (NEW.project_id, NEW.query, NEW.clicked, NEW.created_at / 86400000 * 86400000, 1)
        ON CONFLICT DO UPDATE SET clicks = clicks + 1;
    END;
    CREATE TRIGGER search_deleted AFTER DELETE ON direct_searches BEGIN
      UPDATE search_days SET searches = searches - 1, clicks = clicks - (OLD.clicked IS NOT NULL),
        last_at = CASE WHEN query = '' OR last_at > OLD.created_at THEN last_at ELSE COALESCE(
          (SELECT MAX(created_at) FROM direct_searches WHERE project_id = OLD.project_id AND query = OLD.query
            AND created_at >= OLD.created_at / 86400000 * 86400000 AND created_at <= OLD.created_at), last_at) END
        WHERE project_id = OLD.project_id AND query IN (OLD.query, '') AND day = OLD.created_at / 86400000 * 86400000;
      DELETE FROM search_days WHERE project_id = OLD.project_id AND query IN (OLD.query, '')
        AND day = OLD.created_at / 86400000 * 86400000 AND searches = 0;
      UPDATE search_clicks SET clicks = clicks - 1 WHERE project_id = OLD.project_id AND query = OLD.query
        AND path = OLD.clicked AND day = OLD.created_at / 86400000 * 86400000;
      DELETE FROM search_clicks WHERE project_id = OLD.project_id AND query = OLD.query
        AND path = OLD.clicked AND day = OLD.created_at / 86400000 * 86400000 AND clicks = 0;
    END;
  `,
}

import type { Migration } from './migration.ts'

/**
 * Counts of all time beside those of days, under the day -1, so that a report without dates adds nothing up; and the
 * counts of days in the order of days, so that a report of a month reads that month.
 */
export const allTimeCounts: Migration = {
  version: 15,
  name: 'all-time-counts',
  sql: `
    INSERT INTO search_days
      SELECT project_id, query, -1, SUM(searches), SUM(clicks), MAX(last_at) FROM search_days GROUP BY 1, 2;
    CREATE INDEX search_days_by_day ON search_days (project_id, day, searches DESC, query, clicks, last_at);
    INSERT INTO search_clicks SELECT project_id, query, path, -1, SUM(clicks) FROM search_clicks GROUP BY 1, 2, 3;

    DROP TRIGGER search_added;
    CREATE TRIGGER search_added AFTER INSERT ON direct_searches BEGIN
      INSERT INTO search_days VALUES
        (NEW.project_id, NEW.query, NEW.created_at / 86400000 * 86400000, 1, 0, NEW.created_at),
        (NEW.project_id, '', NEW.created_at / 86400000 * 86400000, 1, 0, NEW.created_at),
        (NEW.project_id, NEW.query, -1, 1, 0, NEW.created_at),
        (NEW.project_id, '', -1, 1, 0, NEW.created_at)
        ON CONFLICT DO UPDATE SET searches = searches + 1, last_at = MAX(last_at, excluded.last_at);
    END;
    DROP TRIGGER search_clicked;
    CREATE TRIGGER search_clicked AFTER UPDATE OF clicked ON direct_searches
      WHEN OLD.clicked IS NULL AND NEW.clicked IS NOT NULL BEGIN
      UPDATE search_days SET clicks = clicks + 1 WHERE project_id = NEW.project_id
        AND query IN (NEW.query, '') AND day IN (NEW.created_at / 86400000 * 86400000, -1);
      INSERT INTO search_clicks VALUES
        (NEW.project_id, NEW.query, NEW.clicked, NEW.created_at / 86400000 * 86400000, 1),
        (NEW.project_id, NEW.query, NEW.clicked, -1, 1)
        ON CONFLICT DO UPDATE SET clicks = clicks + 1;
    END;
    DROP TRIGGER search_deleted;
    CREATE TRIGGER search_deleted AFTER DELETE ON direct_searches BEGIN
      UPDATE search_days SET searches = searches - 1, clicks = clicks - (OLD.clicked IS NOT NULL),
        last_at = CASE WHEN query = '' OR last_at > OLD.created_at THEN last_at ELSE COALESCE(
          (SELECT MAX(created_at) FROM direct_searches WHERE project_id = OLD.project_id AND query = OLD.query
            AND created_at >= day AND created_at <= OLD.created_at), last_at) END
        WHERE project_id = OLD.project_id
          AND query IN (OLD.query, '') AND day IN (OLD.created_at / 86400000 * 86400000, -1);
      DELETE FROM search_days WHERE project_id = OLD.project_id
        AND query IN (OLD.query, '') AND day IN (OLD.created_at / 86400000 * 86400000, -1) AND searches = 0;
      UPDATE search_clicks SET clicks = clicks - 1 WHERE project_id = OLD.project_id
        AND query = OLD.query AND path = OLD.clicked AND day IN (OLD.created_at / 86400000 * 86400000, -1);
      DELETE FROM search_clicks WHERE project_id = OLD.project_id
        AND query = OLD.query AND path = OLD.clicked
        AND day IN (OLD.created_at / 86400000 * 86400000, -1) AND clicks = 0;
    END;

    INSERT INTO page_views
      SELECT project_id, path, -1, reader, SUM(views), SUM(visitors) FROM page_views GROUP BY 1, 2, 4;
    DROP INDEX page_views_by_day;
    CREATE INDEX page_views_by_day ON page_views (project_id, day, path, reader, views, visitors);
    CREATE TRIGGER views_deleted AFTER DELETE ON page_views WHEN OLD.day >= 0 BEGIN
      UPDATE page_views SET views = views - OLD.views, visitors = visitors - OLD.visitors
        WHERE project_id = OLD.project_id AND path = OLD.path AND day = -1 AND reader = OLD.reader;
      DELETE FROM page_views
        WHERE project_id = OLD.project_id AND path = OLD.path AND day = -1 AND reader = OLD.reader AND views = 0;
    END;
  `,
}

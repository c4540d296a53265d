/** The spans of a moment that are counted, see `countedPeriod`. */
const spans = (time: string) => `(SELECT ${time} / 86400000 AS span UNION ALL ${longSpans(time)})`
const longSpans = (time: string) => `SELECT 1000000 + ${time} / 691200000 AS span
  UNION ALL SELECT 2000000 + ${time} / 5529600000 UNION ALL SELECT 3000000`

/** Adds to the counts of a search for an answer, which has no results to count. Under an empty query all are counted. */
const countTurnSearch = (row: string, by: 1 | -1) => `
  INSERT INTO search_spans (project_id, span, source, query, searches, unanswered, empty, results, ms, clicks)
    SELECT ${row}.project_id, span, 'assistant', query, ${by}, ${by} * ${row}.unanswered, 0, 0, 0, 0
      FROM ${spans(`${row}.created_at`)}, (SELECT ${row}.query AS query UNION ALL SELECT '') WHERE true
    ON CONFLICT DO UPDATE SET searches = searches + excluded.searches, unanswered = unanswered + excluded.unanswered;`

/** Adds to the counts of a search, of its source and, under an empty source, of all but those for answers. */
const countSearch = (row: string, by: 1 | -1) => `
  INSERT INTO search_spans (project_id, span, source, query, searches, unanswered, empty, results, ms, clicks)
    SELECT ${row}.project_id, span, source, query, ${by}, 0, ${by} * (${row}.results = 0), ${by} * ${row}.results,
        ${by} * ${row}.ms, ${by} * (${row}.clicked IS NOT NULL)
      FROM ${spans(`${row}.created_at`)}, (SELECT ${row}.source AS source UNION ALL SELECT ''),
        (SELECT ${row}.query AS query UNION ALL SELECT '') WHERE true
    ON CONFLICT DO UPDATE SET searches = searches + excluded.searches, empty = empty + excluded.empty,
      results = results + excluded.results, ms = ms + excluded.ms, clicks = clicks + excluded.clicks;`

const countClick = (row: string, by: 1 | -1) => `
  INSERT INTO click_spans (project_id, query, span, path, clicks)
    SELECT ${row}.project_id, ${row}.query, span, ${row}.clicked, ${by} FROM ${spans(`${row}.created_at`)}
      WHERE ${row}.clicked IS NOT NULL
    ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks;`

const dropEmptySearches = (source: string) => `
  DELETE FROM search_spans WHERE project_id = OLD.project_id AND source IN (${source}) AND query IN (OLD.query, '')
    AND span IN ${spans('OLD.created_at')} AND searches = 0;`

const countTurn = (row: string, by: 1 | -1) => `
  INSERT INTO turn_days (project_id, day, outcome, caller, model, turns, input_tokens, output_tokens)
    VALUES (${row}.project_id, ${row}.created_at / 86400000 * 86400000, ${row}.outcome, ${row}.caller, ${row}.model, ${by},
      ${by} * ${row}.input_tokens, ${by} * ${row}.output_tokens)
    ON CONFLICT DO UPDATE SET turns = turns + excluded.turns, input_tokens = input_tokens + excluded.input_tokens,
      output_tokens = output_tokens + excluded.output_tokens;`

/** @param views of a day that are added, and its `visitors` */
const countViews = (row: string, views: string, visitors: string) => `
  INSERT INTO view_spans (project_id, span, path, reader, views, visitors)
    SELECT ${row}.project_id, span, ${row}.path, ${row}.reader, ${views}, ${visitors}
      FROM (${longSpans(`${row}.day`)}) WHERE true
    ON CONFLICT DO UPDATE SET views = views + excluded.views, visitors = visitors + excluded.visitors;`

const countFeedback = (row: string, by: 1 | -1) => `
  INSERT INTO feedback_spans (project_id, span, path, source, status, up, down, total)
    SELECT ${row}.project_id, span, ${row}.path, ${row}.source, ${row}.status, ${by} * (${row}.thumb = 1),
        ${by} * (${row}.thumb = -1), ${by}
      FROM (${longSpans(`${row}.created_at`)}) WHERE true
    ON CONFLICT DO UPDATE SET up = up + excluded.up, down = down + excluded.down, total = total + excluded.total;`

const dropEmptyFeedback = `
  DELETE FROM feedback_spans WHERE project_id = OLD.project_id AND span IN (${longSpans('OLD.created_at')})
    AND path = OLD.path AND source = OLD.source AND status = OLD.status AND total = 0;`

/** Whatever adds, changes, or deletes a row changes its counts in the same transaction. */
export const COUNT_TRIGGERS = `
  CREATE TRIGGER turn_added AFTER INSERT ON thread_turns BEGIN ${countTurn('NEW', 1)} END;
  CREATE TRIGGER turn_tokens_changed AFTER UPDATE OF input_tokens, output_tokens ON thread_turns BEGIN
    UPDATE turn_days SET input_tokens = input_tokens + NEW.input_tokens - OLD.input_tokens,
        output_tokens = output_tokens + NEW.output_tokens - OLD.output_tokens
      WHERE project_id = NEW.project_id AND day = NEW.created_at / 86400000 * 86400000
        AND outcome = NEW.outcome AND caller = NEW.caller AND model = NEW.model;
  END;
  CREATE TRIGGER turn_deleted AFTER DELETE ON thread_turns BEGIN ${countTurn('OLD', -1)}
    DELETE FROM turn_days WHERE project_id = OLD.project_id AND day = OLD.created_at / 86400000 * 86400000
      AND outcome = OLD.outcome AND caller = OLD.caller AND turns = 0;
  END;
  CREATE TRIGGER turn_search_added AFTER INSERT ON turn_searches BEGIN ${countTurnSearch('NEW', 1)} END;
  CREATE TRIGGER turn_search_deleted AFTER DELETE ON turn_searches BEGIN
    ${countTurnSearch('OLD', -1)} ${dropEmptySearches("'assistant'")}
  END;
  CREATE TRIGGER search_added AFTER INSERT ON direct_searches BEGIN ${countSearch('NEW', 1)} ${countClick('NEW', 1)} END;
  CREATE TRIGGER search_clicked AFTER UPDATE OF clicked ON direct_searches
    WHEN OLD.clicked IS NULL AND NEW.clicked IS NOT NULL BEGIN
    UPDATE search_spans SET clicks = clicks + 1 WHERE project_id = NEW.project_id AND source IN (NEW.source, '')
      AND query IN (NEW.query, '') AND span IN ${spans('NEW.created_at')};
    ${countClick('NEW', 1)}
  END;
  CREATE TRIGGER search_deleted AFTER DELETE ON direct_searches BEGIN
    ${countSearch('OLD', -1)} ${countClick('OLD', -1)} ${dropEmptySearches("OLD.source, ''")}
    DELETE FROM click_spans WHERE project_id = OLD.project_id AND query = OLD.query
      AND span IN ${spans('OLD.created_at')} AND path = OLD.clicked AND clicks = 0;
  END;
  CREATE TRIGGER views_added AFTER INSERT ON page_views BEGIN ${countViews('NEW', 'NEW.views', 'NEW.visitors')} END;
  CREATE TRIGGER views_changed AFTER UPDATE ON page_views BEGIN
    ${countViews('NEW', 'NEW.views - OLD.views', 'NEW.visitors - OLD.visitors')}
  END;
  CREATE TRIGGER views_deleted AFTER DELETE ON page_views BEGIN ${countViews('OLD', '-OLD.views', '-OLD.visitors')}
    DELETE FROM view_spans WHERE project_id = OLD.project_id AND span IN (${longSpans('OLD.day')})
      AND path = OLD.path AND reader = OLD.reader AND views = 0;
  END;
  CREATE TRIGGER feedback_added AFTER INSERT ON page_feedback BEGIN ${countFeedback('NEW', 1)} END;
  CREATE TRIGGER feedback_changed AFTER UPDATE OF status ON page_feedback BEGIN
    ${countFeedback('NEW', 1)} ${countFeedback('OLD', -1)} ${dropEmptyFeedback}
  END;
  CREATE TRIGGER feedback_deleted AFTER DELETE ON page_feedback BEGIN
    ${countFeedback('OLD', -1)} ${dropEmptyFeedback}
  END;
`

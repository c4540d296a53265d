import type { Migration } from '@docent/postgres'

/** Where the numbers of the spans of each level begin, and their length, see `countedPeriod`. */
const LONGER = '(1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)'
const SPANS = `(VALUES (0, 86400000), ${LONGER}) AS l(base, length)`
const LONG_SPANS = `(VALUES ${LONGER}) AS l(base, length)`

const COUNTS = 'searches, unanswered, empty, results, ms, clicks'
const SUMS = COUNTS.split(', ')
  .map((name) => `sum(${name})`)
  .join(', ')

const TURNS = (rows: string, by: string) => `
  INSERT INTO docent.turn_days AS kept (project_id, day, outcome, caller, model, turns, input_tokens, output_tokens)
    SELECT project_id, created_at / 86400000 * 86400000, outcome, caller, model, ${by} * count(*),
        ${by} * sum(input_tokens), ${by} * sum(output_tokens)
      FROM ${rows} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (project_id, day, outcome, caller, model) DO UPDATE SET turns = kept.turns + excluded.turns,
      input_tokens = kept.input_tokens + excluded.input_tokens,
      output_tokens = kept.output_tokens + excluded.output_tokens;`

/** Searches of their source and, for all but those for answers, under an empty source; all queries under an empty one. */
const SEARCHES = (rows: string, by: string, isAnswer: boolean) => `
  INSERT INTO docent.search_spans AS kept
      (project_id, source, query, span, searches, unanswered, empty, results, ms, clicks)
    SELECT c.project_id, s.source, q.query, base + c.created_at / length, ${by} * count(*),
        ${isAnswer ? `${by} * sum(unanswered::int), 0, 0, 0, 0` : `0, ${by} * sum((results = 0)::int), ${by} * sum(results), ${by} * sum(ms), ${by} * count(clicked)`}
      FROM ${rows} AS c, ${SPANS}, unnest(ARRAY[${isAnswer ? "'assistant'" : "c.source, ''"}]) AS s(source),
        unnest(ARRAY[c.query, '']) AS q(query)
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, source, query, span) DO UPDATE SET searches = kept.searches + excluded.searches,
      unanswered = kept.unanswered + excluded.unanswered, empty = kept.empty + excluded.empty,
      results = kept.results + excluded.results, ms = kept.ms + excluded.ms, clicks = kept.clicks + excluded.clicks;`

const DROP_SEARCHES = (sources: string) => `
  DELETE FROM docent.search_spans AS s USING changed AS c, ${SPANS}
    WHERE s.project_id = c.project_id AND s.source = ANY (ARRAY[${sources}]) AND s.query = ANY (ARRAY[c.query, ''])
      AND s.span = base + c.created_at / length AND s.searches = 0;`

const CLICKS = (rows: string, by: string) => `
  INSERT INTO docent.click_spans AS kept (project_id, query, span, path, clicks)
    SELECT project_id, query, base + created_at / length, clicked, ${by} * count(*) FROM ${rows}, ${SPANS}
      WHERE clicked IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, query, span, path) DO UPDATE SET clicks = kept.clicks + excluded.clicks;`

const VIEWS = (rows: string, by: string) => `
  INSERT INTO docent.view_spans AS kept (project_id, span, path, reader, views, visitors)
    SELECT project_id, base + day / length, path, reader, ${by} * sum(views), ${by} * sum(visitors)
      FROM ${rows}, ${LONG_SPANS} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, span, path, reader)
      DO UPDATE SET views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors;`

const FEEDBACK = (rows: string, by: string) => `
  INSERT INTO docent.feedback_spans AS kept (project_id, span, path, source, status, up, down, total)
    SELECT project_id, base + created_at / length, path, source, status, ${by} * sum((thumb = 1)::int),
        ${by} * sum((thumb = -1)::int), ${by} * count(*)
      FROM ${rows}, ${LONG_SPANS} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (project_id, span, path, source, status)
      DO UPDATE SET up = kept.up + excluded.up, down = kept.down + excluded.down, total = kept.total + excluded.total;`

/** The first trigger counts rows that come, and the second takes those away that go; `changed` are the rows. */
const COUNTED = (table: string, name: string, count: string, drop: string) => `
  CREATE FUNCTION docent.count_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
    BEGIN ${count}
      IF TG_OP = 'DELETE' THEN ${drop} END IF;
      RETURN NULL;
    END $$;
  CREATE TRIGGER ${name}_added AFTER INSERT ON docent.${table} REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION docent.count_${name}();
  CREATE TRIGGER ${name}_deleted AFTER DELETE ON docent.${table} REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION docent.count_${name}();`

/** What it was before, and what it is now. */
const difference = (table: string, columns: string, negated: string) =>
  `(SELECT ${columns} FROM after UNION ALL SELECT ${negated} FROM before) AS ${table}`

/**
 * Counts of days, of longer spans and of all time, which triggers keep in the transaction of what they count: a report
 * of a year adds up a few of them instead of reading every row. Rows are counted in the order of their keys, so that two
 * transactions never wait for each other.
 */
export const countedSpans: Migration = {
  version: 9,
  name: 'counted-spans',
  worksFrom: 5,
  sql: `
    CREATE TABLE docent.turn_days (
      project_id text COLLATE "C" NOT NULL,
      day bigint NOT NULL,
      outcome text COLLATE "C" NOT NULL,
      caller text COLLATE "C" NOT NULL,
      model text COLLATE "C" NOT NULL,
      turns bigint NOT NULL,
      input_tokens bigint NOT NULL,
      output_tokens bigint NOT NULL,
      PRIMARY KEY (project_id, day, outcome, caller, model)
    );
    ${COUNTED(
      'thread_turns',
      'turns',
      TURNS('changed', 'sign'),
      `DELETE FROM docent.turn_days AS d USING changed AS c WHERE d.project_id = c.project_id
        AND d.day = c.created_at / 86400000 * 86400000 AND d.outcome = c.outcome AND d.caller = c.caller
        AND d.model = c.model AND d.turns = 0;`,
    )}
    ${TURNS('docent.thread_turns', '1')}

    CREATE TABLE docent.search_spans (
      project_id text COLLATE "C" NOT NULL,
      source text COLLATE "C" NOT NULL,
      query text COLLATE "C" NOT NULL,
      span bigint NOT NULL,
      searches bigint NOT NULL,
      unanswered bigint NOT NULL,
      empty bigint NOT NULL,
      results bigint NOT NULL,
      ms bigint NOT NULL,
      clicks bigint NOT NULL,
      PRIMARY KEY (project_id, source, query, span)
    );
    CREATE TABLE docent.click_spans (
      project_id text COLLATE "C" NOT NULL,
      query text COLLATE "C" NOT NULL,
      span bigint NOT NULL,
      path text COLLATE "C" NOT NULL,
      clicks bigint NOT NULL,
      PRIMARY KEY (project_id, query, span, path)
    );
    ${COUNTED('turn_searches', 'turn_searches', SEARCHES('changed', 'sign', true), DROP_SEARCHES("'assistant'"))}
    ${COUNTED(
      'direct_searches',
      'searches',
      `${SEARCHES('changed', 'sign', false)} ${CLICKS('changed', 'sign')}`,
      `${DROP_SEARCHES("c.source, ''")}
      DELETE FROM docent.click_spans AS k USING changed AS c, ${SPANS}
        WHERE k.project_id = c.project_id AND k.query = c.query AND k.path = c.clicked
          AND k.span = base + c.created_at / length AND k.clicks = 0;`,
    )}
    CREATE FUNCTION docent.count_click() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE docent.search_spans SET clicks = clicks + 1
          WHERE project_id = NEW.project_id AND source = ANY (ARRAY[NEW.source, '']) AND query = ANY (ARRAY[NEW.query, ''])
            AND span = ANY (ARRAY(SELECT base + NEW.created_at / length FROM ${SPANS}));
        INSERT INTO docent.click_spans AS kept (project_id, query, span, path, clicks)
          SELECT NEW.project_id, NEW.query, base + NEW.created_at / length, NEW.clicked, 1 FROM ${SPANS} ORDER BY base
          ON CONFLICT (project_id, query, span, path) DO UPDATE SET clicks = kept.clicks + 1;
        RETURN NULL;
      END $$;
    CREATE TRIGGER search_clicked AFTER UPDATE OF clicked ON docent.direct_searches FOR EACH ROW
      WHEN (OLD.clicked IS NULL AND NEW.clicked IS NOT NULL) EXECUTE FUNCTION docent.count_click();
    INSERT INTO docent.search_spans (project_id, source, query, span, ${COUNTS})
      SELECT project_id, 'assistant', query, created_at / 86400000, count(*), sum(unanswered::int), 0, 0, 0, 0
        FROM docent.turn_searches GROUP BY 1, 3, 4
      UNION ALL
      SELECT project_id, source, query, created_at / 86400000, count(*), 0, sum((results = 0)::int), sum(results), sum(ms),
        count(clicked) FROM docent.direct_searches GROUP BY 1, 2, 3, 4;
    INSERT INTO docent.search_spans (project_id, source, query, span, ${COUNTS})
      SELECT project_id, '', query, span, ${SUMS} FROM docent.search_spans WHERE source <> 'assistant' GROUP BY 1, 3, 4;
    INSERT INTO docent.search_spans (project_id, source, query, span, ${COUNTS})
      SELECT project_id, source, '', span, ${SUMS} FROM docent.search_spans GROUP BY 1, 2, 4;
    INSERT INTO docent.search_spans (project_id, source, query, span, ${COUNTS})
      SELECT project_id, source, query, base + span / days, ${SUMS} FROM docent.search_spans,
        (VALUES (1000000, 8), (2000000, 64), (3000000, 1000000)) AS l(base, days) GROUP BY 1, 2, 3, 4;
    ${CLICKS('docent.direct_searches', '1')}
    CREATE INDEX search_spans_by_count ON docent.search_spans (project_id, source, span, searches DESC, query);
    CREATE INDEX direct_searches_by_query ON docent.direct_searches (project_id, query, created_at);

    CREATE TABLE docent.view_spans (
      project_id text COLLATE "C" NOT NULL,
      span bigint NOT NULL,
      path text COLLATE "C" NOT NULL,
      reader text COLLATE "C" NOT NULL,
      views bigint NOT NULL,
      visitors bigint NOT NULL,
      PRIMARY KEY (project_id, span, path, reader)
    );
    ${COUNTED(
      'page_views',
      'views',
      VIEWS('changed', 'sign'),
      `DELETE FROM docent.view_spans AS v USING changed AS c, ${LONG_SPANS}
        WHERE v.project_id = c.project_id AND v.span = base + c.day / length AND v.path = c.path
          AND v.reader = c.reader AND v.views = 0;`,
    )}
    CREATE FUNCTION docent.count_more_views() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN ${VIEWS(
        difference(
          'changed',
          'project_id, day, path, reader, views, visitors',
          'project_id, day, path, reader, -views, -visitors',
        ),
        '1',
      )}
        RETURN NULL;
      END $$;
    CREATE TRIGGER views_changed AFTER UPDATE ON docent.page_views REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION docent.count_more_views();
    ${VIEWS('docent.page_views', '1')}
    CREATE INDEX page_views_of_day ON docent.page_views (project_id, day) INCLUDE (path, reader, views, visitors);

    CREATE TABLE docent.feedback_spans (
      project_id text COLLATE "C" NOT NULL,
      span bigint NOT NULL,
      path text COLLATE "C" NOT NULL,
      source text COLLATE "C" NOT NULL,
      status text COLLATE "C" NOT NULL,
      up bigint NOT NULL,
      down bigint NOT NULL,
      total bigint NOT NULL,
      PRIMARY KEY (project_id, span, path, source, status)
    );
    ${COUNTED(
      'page_feedback',
      'feedback',
      FEEDBACK('changed', 'sign'),
      `DELETE FROM docent.feedback_spans AS f USING changed AS c, ${LONG_SPANS}
        WHERE f.project_id = c.project_id AND f.span = base + c.created_at / length AND f.path = c.path
          AND f.source = c.source AND f.status = c.status AND f.total = 0;`,
    )}
    CREATE FUNCTION docent.count_changed_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${FEEDBACK('after', '1')}
        ${FEEDBACK('before', '-1')}
        DELETE FROM docent.feedback_spans AS f USING before AS c, ${LONG_SPANS}
          WHERE f.project_id = c.project_id AND f.span = base + c.created_at / length AND f.path = c.path
            AND f.source = c.source AND f.status = c.status AND f.total = 0;
        RETURN NULL;
      END $$;
    CREATE TRIGGER feedback_changed AFTER UPDATE ON docent.page_feedback
      REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
      EXECUTE FUNCTION docent.count_changed_feedback();
    ${FEEDBACK('docent.page_feedback', '1')}
    CREATE INDEX page_feedback_by_source ON docent.page_feedback (project_id, source, created_at, id);
    CREATE INDEX page_feedback_by_status ON docent.page_feedback (project_id, status, created_at, id);
    CREATE INDEX page_feedback_by_both ON docent.page_feedback (project_id, source, status, created_at, id);
    DROP INDEX docent.page_feedback_by_page;
  `,
}

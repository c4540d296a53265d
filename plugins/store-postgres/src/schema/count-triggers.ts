/** Where the numbers of the spans of each level begin, and their length, see `countedPeriod`. */
const LONGER = '(1000000, 691200000), (2000000, 5529600000), (3000000, 9007199254740991)'
const SPANS = `(VALUES (0, 86400000), ${LONGER}) AS l(base, length)`
const LONG_SPANS = `(VALUES ${LONGER}) AS l(base, length)`

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
 * Triggers count in the transaction of what they count. Rows are counted in the order of their keys, so that two
 * transactions never wait for each other. A check of claims comes after its turn is stored, so the tokens of a judge are
 * added to those of the day.
 */
export const COUNT_TRIGGERS = `
  ${COUNTED(
    'thread_turns',
    'turns',
    TURNS('changed', 'sign'),
    `DELETE FROM docent.turn_days AS d USING changed AS c WHERE d.project_id = c.project_id
      AND d.day = c.created_at / 86400000 * 86400000 AND d.outcome = c.outcome AND d.caller = c.caller
      AND d.model = c.model AND d.turns = 0;`,
  )}
  CREATE FUNCTION docent.count_turn_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE docent.turn_days SET input_tokens = input_tokens + NEW.input_tokens - OLD.input_tokens,
          output_tokens = output_tokens + NEW.output_tokens - OLD.output_tokens
        WHERE project_id = NEW.project_id AND day = NEW.created_at / 86400000 * 86400000
          AND outcome = NEW.outcome AND caller = NEW.caller AND model = NEW.model;
      RETURN NULL;
    END $$;
  CREATE TRIGGER turn_tokens_changed AFTER UPDATE OF input_tokens, output_tokens ON docent.thread_turns
    FOR EACH ROW WHEN (OLD.input_tokens <> NEW.input_tokens OR OLD.output_tokens <> NEW.output_tokens)
    EXECUTE FUNCTION docent.count_turn_tokens();
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
`

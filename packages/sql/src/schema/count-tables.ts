/**
 * Counts of days, of longer spans and of all time (see `countedPeriod`), which triggers keep in the transaction of what
 * they count: a report of a year adds up a few of them instead of reading every row. They change far more often than they
 * come, so PostgreSQL leaves room for new versions of a row beside the old one.
 */
export const COUNT_TABLES = `
  CREATE TABLE docent.turn_days (
    project_id word NOT NULL,
    day bigint NOT NULL,
    outcome word NOT NULL,
    caller word NOT NULL,
    model word NOT NULL,
    turns bigint NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    PRIMARY KEY (project_id, day, outcome, caller, model)
  ) sorted WITH (fillfactor = 50);

  CREATE TABLE docent.search_spans (
    project_id word NOT NULL,
    source word NOT NULL,
    query word NOT NULL,
    span bigint NOT NULL,
    searches bigint NOT NULL,
    unanswered bigint NOT NULL,
    empty bigint NOT NULL,
    results bigint NOT NULL,
    ms bigint NOT NULL,
    clicks bigint NOT NULL,
    PRIMARY KEY (project_id, source, query, span)
  ) sorted;

  CREATE TABLE docent.click_spans (
    project_id word NOT NULL,
    query word NOT NULL,
    span bigint NOT NULL,
    path word NOT NULL,
    clicks bigint NOT NULL,
    PRIMARY KEY (project_id, query, span, path)
  ) sorted WITH (fillfactor = 80);

  CREATE TABLE docent.view_spans (
    project_id word NOT NULL,
    span bigint NOT NULL,
    path word NOT NULL,
    reader word NOT NULL,
    views bigint NOT NULL,
    visitors bigint NOT NULL,
    PRIMARY KEY (project_id, span, path, reader)
  ) sorted WITH (fillfactor = 50);

  CREATE TABLE docent.feedback_spans (
    project_id word NOT NULL,
    span bigint NOT NULL,
    path word NOT NULL,
    source word NOT NULL,
    status word NOT NULL,
    up bigint NOT NULL,
    down bigint NOT NULL,
    total bigint NOT NULL,
    PRIMARY KEY (project_id, span, path, source, status)
  ) sorted WITH (fillfactor = 50);
`

export const COUNT_INDEXES = `
  CREATE INDEX search_spans_by_count ON docent.search_spans (project_id, source, span, searches DESC, query);
`

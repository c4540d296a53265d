/**
 * What readers do with pages. Views are counted by day; the row with an empty path counts all pages of that day.
 * Visitors of a day are known by a hash until the next day begins. `fp` is JSON text, as in `threads`.
 */
export const READING_TABLES = `
  CREATE TABLE docent.page_views (
    project_id word NOT NULL,
    path word NOT NULL,
    day bigint NOT NULL,
    reader word NOT NULL,
    views bigint NOT NULL,
    visitors bigint NOT NULL,
    PRIMARY KEY (project_id, path, day, reader)
  ) sorted;

  CREATE TABLE docent.page_visitors (
    day bigint NOT NULL,
    project_id word NOT NULL,
    visitor word NOT NULL,
    reader word NOT NULL,
    path word NOT NULL,
    PRIMARY KEY (day, project_id, visitor, reader, path)
  ) sorted;

  CREATE TABLE docent.visitor_salts (
    day bigint PRIMARY KEY,
    salt text NOT NULL
  );

  CREATE TABLE docent.page_feedback (
    seq numbered,
    id word NOT NULL UNIQUE,
    project_id word NOT NULL,
    created_at bigint NOT NULL,
    path word NOT NULL,
    source word NOT NULL,
    status word NOT NULL,
    thumb integer NOT NULL,
    fp word NOT NULL,
    body text NOT NULL
  );
`

export const READING_INDEXES = `
  CREATE INDEX page_views_by_day ON docent.page_views (day);
  CREATE INDEX page_views_of_day ON docent.page_views (project_id, day) INCLUDE (path, reader, views, visitors);
  CREATE INDEX page_feedback_by_time ON docent.page_feedback (project_id, created_at, id);
  CREATE INDEX page_feedback_by_source ON docent.page_feedback (project_id, source, created_at, id);
  CREATE INDEX page_feedback_by_status ON docent.page_feedback (project_id, status, created_at, id);
  CREATE INDEX page_feedback_by_both ON docent.page_feedback (project_id, source, status, created_at, id);
  CREATE INDEX page_feedback_by_fp ON docent.page_feedback (project_id, md5(fp));
  CREATE INDEX page_feedback_by_age ON docent.page_feedback (created_at);
`

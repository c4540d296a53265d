/**
 * Conversations. A turn's `body` is all of it but its index as JSON text; the columns beside it are for reports.
 * `question`, `invented`, and `fp` are JSON texts, which keep half surrogate pairs. `words` is the question and the
 * answer, `pages` the paths of the turn, both with small letters for A to Z and without the characters that PostgreSQL
 * has no place for. `invented` and `unsupported` are null where there are no such names, and where nobody checked claims.
 * A search keeps its reader and the pages that it found for as long as one of them may be clicked.
 */
export const THREAD_TABLES = `
  CREATE TABLE docent.threads (
    seq numbered,
    id word NOT NULL UNIQUE,
    project_id word NOT NULL,
    fp word NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    body text NOT NULL
  );

  CREATE TABLE docent.thread_turns (
    seq numbered,
    thread bigint NOT NULL REFERENCES docent.threads ON DELETE CASCADE,
    position bigint NOT NULL,
    project_id word NOT NULL,
    id word NOT NULL,
    outcome word NOT NULL,
    created_at bigint NOT NULL,
    caller word NOT NULL,
    model word NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    question text NOT NULL,
    words text NOT NULL,
    pages text NOT NULL,
    invented text,
    unsupported integer,
    body text NOT NULL
  );

  CREATE TABLE docent.turn_searches (
    turn bigint NOT NULL REFERENCES docent.thread_turns ON DELETE CASCADE,
    project_id word NOT NULL,
    created_at bigint NOT NULL,
    unanswered boolean NOT NULL,
    query word NOT NULL
  );

  CREATE TABLE docent.turn_feedback (
    turn bigint PRIMARY KEY REFERENCES docent.thread_turns ON DELETE CASCADE,
    project_id word NOT NULL,
    created_at bigint NOT NULL,
    turn_id word NOT NULL,
    rating word NOT NULL,
    body text NOT NULL
  );

  CREATE TABLE docent.direct_searches (
    seq numbered,
    project_id word NOT NULL,
    created_at bigint NOT NULL,
    source word NOT NULL,
    query word NOT NULL,
    results bigint NOT NULL,
    ms bigint NOT NULL,
    fp word NOT NULL,
    visitor word,
    paths text,
    clicked word
  );
`

export const THREAD_INDEXES = `
  CREATE INDEX threads_by_project ON docent.threads (project_id, created_at, id);
  CREATE INDEX threads_by_fp ON docent.threads (project_id, md5(fp));
  CREATE INDEX threads_by_update ON docent.threads (updated_at);
  CREATE UNIQUE INDEX thread_turns_by_position ON docent.thread_turns (thread, position);
  CREATE INDEX thread_turns_by_outcome ON docent.thread_turns (project_id, outcome, created_at, id);
  CREATE INDEX thread_turns_by_time ON docent.thread_turns (project_id, created_at, id);
  CREATE INDEX thread_turns_invented ON docent.thread_turns (project_id, created_at) WHERE invented IS NOT NULL;
  CREATE INDEX thread_turns_checked ON docent.thread_turns (project_id, created_at) INCLUDE (model, unsupported)
    WHERE unsupported IS NOT NULL;
  CREATE INDEX turn_searches_by_turn ON docent.turn_searches (turn);
  CREATE INDEX turn_searches_by_time ON docent.turn_searches (project_id, created_at);
  CREATE INDEX turn_feedback_by_time ON docent.turn_feedback (project_id, created_at, turn_id);
  CREATE INDEX direct_searches_by_visitor ON docent.direct_searches (project_id, created_at, visitor)
    WHERE visitor IS NOT NULL;
  CREATE INDEX direct_searches_by_time ON docent.direct_searches (project_id, created_at);
  CREATE INDEX direct_searches_by_query ON docent.direct_searches (project_id, query, created_at);
  CREATE INDEX direct_searches_by_fp ON docent.direct_searches (project_id, md5(fp));
  CREATE INDEX direct_searches_by_age ON docent.direct_searches (created_at);
`

/**
 * Background tasks. `period` is the start of the period that a repeated task is for; a task that is done stays until that
 * period is over, so that nobody adds it again.
 */
export const TASK_TABLES = `
  CREATE TABLE docent.background_tasks (
    seq numbered,
    id word NOT NULL UNIQUE,
    queue word NOT NULL,
    key word NOT NULL,
    state word NOT NULL,
    attempt integer NOT NULL,
    due_at bigint NOT NULL,
    holder word,
    period bigint,
    keep_until bigint NOT NULL,
    failed_at bigint,
    reason text,
    data text NOT NULL
  );
`

export const TASK_INDEXES = `
  CREATE INDEX background_tasks_due ON docent.background_tasks (queue, due_at, seq) WHERE state IN ('waiting', 'running');
  CREATE UNIQUE INDEX background_tasks_by_key ON docent.background_tasks (queue, key)
    WHERE state = 'waiting' AND attempt = 0 AND key <> '';
  CREATE UNIQUE INDEX background_tasks_by_period ON docent.background_tasks (queue, key, period) WHERE period IS NOT NULL;
  CREATE INDEX background_tasks_ended ON docent.background_tasks (keep_until) WHERE state IN ('done', 'dead');
`

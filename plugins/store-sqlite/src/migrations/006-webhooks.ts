import type { Migration } from './migration.ts'

/**
 * The outbox of jobs and the work of webhooks. `seq` of both is the order in which they were written. A message's
 * `body` is all of it as JSON, and so is a task's; the columns beside it are what queries ask for.
 * Jobs are found by their pull request, whose number only their body has.
 */
export const webhooks: Migration = {
  version: 6,
  name: 'webhooks',
  sql: `
    CREATE TABLE outbox (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL
    ) STRICT;

    CREATE TABLE webhook_tasks (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      status TEXT NOT NULL,
      organization_id TEXT,
      project_id TEXT,
      job_id TEXT,
      due_at INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX webhook_tasks_due ON webhook_tasks (due_at, seq) WHERE status = 'pending';
    CREATE INDEX webhook_tasks_waiting ON webhook_tasks (job_id, seq) WHERE status = 'waiting';
    CREATE INDEX webhook_tasks_listed ON webhook_tasks (organization_id, kind, created_at, id);
    CREATE INDEX webhook_tasks_ended ON webhook_tasks (updated_at) WHERE status IN ('done', 'dead');

    CREATE TABLE disabled_endpoints (
      id TEXT PRIMARY KEY,
      at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX jobs_by_pull_request ON jobs (repository, json_extract(body, '$.pullRequest.number'), created_at)
      WHERE json_extract(body, '$.pullRequest.number') IS NOT NULL;
  `,
}

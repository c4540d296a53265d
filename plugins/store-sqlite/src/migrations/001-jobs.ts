import type { Migration } from './migration.ts'

/**
 * Jobs and what hangs on them. `seq` is the job's number within this file and keys the other tables; `body` is the
 * whole job as JSON, and the columns beside it are what queries ask for.
 * `available_at`: since when an unleased job waits, or when the lease of a leased one runs out.
 * `notice` grows with each change that its worker must hear of.
 */
export const jobs: Migration = {
  version: 1,
  name: 'jobs',
  sql: `
    CREATE TABLE jobs (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      project_id TEXT NOT NULL,
      status TEXT NOT NULL,
      archived INTEGER NOT NULL,
      repository TEXT NOT NULL,
      ref TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      lease_token INTEGER NOT NULL,
      lease_worker TEXT,
      available_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      last_message INTEGER NOT NULL,
      last_event INTEGER NOT NULL,
      last_step INTEGER NOT NULL,
      stored_bytes INTEGER NOT NULL,
      notice INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX jobs_by_project ON jobs (project_id, created_at, id);
    CREATE INDEX jobs_waiting ON jobs (available_at, seq) WHERE status = 'active';
    CREATE INDEX jobs_leased ON jobs (repository, ref, available_at) WHERE lease_worker IS NOT NULL;
    CREATE INDEX jobs_ended ON jobs (updated_at, seq) WHERE status <> 'active';

    CREATE TABLE job_messages (
      job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
      position INTEGER NOT NULL,
      id TEXT NOT NULL,
      role TEXT NOT NULL,
      content TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      state TEXT NOT NULL,
      PRIMARY KEY (job, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE job_events (
      job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      at INTEGER NOT NULL,
      event TEXT NOT NULL,
      PRIMARY KEY (job, sequence)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE job_steps (
      job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
      step INTEGER NOT NULL,
      at INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (job, step)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE blobs (
      hash BLOB PRIMARY KEY,
      content BLOB NOT NULL
    ) STRICT;

    CREATE TABLE job_changes (
      job INTEGER NOT NULL,
      step INTEGER NOT NULL,
      position INTEGER NOT NULL,
      path TEXT NOT NULL,
      blob BLOB REFERENCES blobs (hash),
      PRIMARY KEY (job, step, position),
      FOREIGN KEY (job, step) REFERENCES job_steps ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX job_changes_by_blob ON job_changes (blob, job);

    CREATE TABLE idempotency (
      organization_id TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      job_id TEXT NOT NULL,
      status INTEGER NOT NULL,
      body TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (organization_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
  `,
}

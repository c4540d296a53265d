/**
 * Jobs and what hangs on them. `seq` is the job's number within this database and keys the other tables; `body` is the
 * whole job as JSON text, which keeps half surrogate pairs and zero characters, and the columns beside it are what
 * queries ask for.
 * `available_at`: since when an unleased job waits, or when the lease of a leased one runs out. While a job waits for a
 * provider, nobody's lease keeps its branch until then.
 * `waits`, `waiting_since`: how often it was postponed since its last step, and when the first of these waits began.
 * `open_step`: begun, and not recorded.
 * `place`: where it stands among the waiting jobs of its project, the lowest first.
 * `job_turns`: when a project, or an organization, was last given a worker, whether its line went on behind that job, and
 * the time between two such turns.
 * The path of a change is JSON text.
 */
export const JOB_TABLES = `
  CREATE TABLE docent.jobs (
    seq numbered,
    id word NOT NULL UNIQUE,
    project_id word NOT NULL,
    status word NOT NULL,
    archived boolean NOT NULL,
    repository word NOT NULL,
    ref word NOT NULL,
    pull_number bigint,
    pull_ended boolean NOT NULL,
    merged_at bigint,
    model word NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    lease_token bigint NOT NULL,
    lease_worker word,
    available_at bigint NOT NULL,
    attempts integer NOT NULL,
    waits integer NOT NULL,
    waiting_since bigint,
    open_step bigint,
    last_message bigint NOT NULL,
    last_event bigint NOT NULL,
    last_step bigint NOT NULL,
    stored_bytes bigint NOT NULL,
    body text NOT NULL,
    organization_id word NOT NULL DEFAULT '',
    place bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 80);

  CREATE TABLE docent.job_messages (
    job bigint NOT NULL REFERENCES docent.jobs ON DELETE CASCADE,
    position bigint NOT NULL,
    state word NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (job, position)
  ) sorted;

  CREATE TABLE docent.job_events (
    job bigint NOT NULL REFERENCES docent.jobs ON DELETE CASCADE,
    sequence bigint NOT NULL,
    at bigint NOT NULL,
    event text NOT NULL,
    PRIMARY KEY (job, sequence)
  ) sorted;

  CREATE TABLE docent.job_steps (
    job bigint NOT NULL REFERENCES docent.jobs ON DELETE CASCADE,
    step bigint NOT NULL,
    at bigint NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (job, step)
  ) sorted;

  CREATE TABLE docent.blobs (
    hash bytea PRIMARY KEY,
    content bytea NOT NULL
  );

  CREATE TABLE docent.job_changes (
    job bigint NOT NULL,
    step bigint NOT NULL,
    position integer NOT NULL,
    path text NOT NULL,
    blob bytea REFERENCES docent.blobs,
    executable boolean,
    PRIMARY KEY (job, step, position),
    FOREIGN KEY (job, step) REFERENCES docent.job_steps ON DELETE CASCADE
  ) sorted;

  CREATE TABLE docent.idempotency (
    organization_id word NOT NULL,
    key word NOT NULL,
    fingerprint text NOT NULL,
    job_id word NOT NULL,
    status integer NOT NULL,
    body text NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (organization_id, key)
  ) sorted;

  CREATE TABLE docent.outbox (
    seq numbered,
    id word NOT NULL UNIQUE,
    body text NOT NULL
  );
`

export const TURN_TABLES = `
  CREATE TABLE docent.job_turns (
    kind word NOT NULL,
    owner word NOT NULL,
    served_at bigint NOT NULL,
    is_full boolean NOT NULL,
    pace bigint,
    PRIMARY KEY (kind, owner)
  ) sorted;
`

export const QUEUE_INDEXES = `
  CREATE INDEX jobs_queued ON docent.jobs (project_id, place, seq)
    WHERE status = 'active' AND lease_worker IS NULL;
  CREATE INDEX jobs_held ON docent.jobs (project_id, available_at, seq, organization_id, lease_worker)
    WHERE lease_worker IS NOT NULL;
`

export const JOB_INDEXES = `
  CREATE INDEX jobs_by_project ON docent.jobs (project_id, created_at, id);
  CREATE INDEX jobs_leased ON docent.jobs (repository, ref, available_at) WHERE lease_worker IS NOT NULL;
  CREATE INDEX jobs_ended ON docent.jobs (updated_at, seq) WHERE status <> 'active';
  CREATE INDEX jobs_by_pull_request ON docent.jobs (repository, pull_number, created_at) WHERE pull_number IS NOT NULL;
  CREATE INDEX jobs_with_open_pull ON docent.jobs (updated_at, seq) WHERE pull_number IS NOT NULL AND NOT pull_ended;
  CREATE INDEX job_messages_unread ON docent.job_messages (job) WHERE state = 'unread';
  CREATE INDEX job_changes_by_blob ON docent.job_changes (blob, job);
  CREATE INDEX idempotency_by_expiry ON docent.idempotency (expires_at);
`

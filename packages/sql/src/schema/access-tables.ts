/**
 * Keys, organizations and projects, named leases, notes, entered credentials, the audit log, and the work of webhooks.
 * `body` is a whole record as JSON text; what changes later, and what queries ask for, has columns beside it.
 */
export const ACCESS_TABLES = `
  CREATE TABLE docent.keys (
    seq numbered,
    id word NOT NULL UNIQUE,
    hash word NOT NULL UNIQUE,
    organization_id word NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint,
    last_used_at bigint,
    body text NOT NULL
  );

  CREATE TABLE docent.organizations (
    id word PRIMARY KEY,
    body text NOT NULL
  ) sorted;

  CREATE TABLE docent.projects (
    id word PRIMARY KEY,
    organization_id word NOT NULL,
    domain word NOT NULL UNIQUE,
    body text NOT NULL
  ) sorted;

  CREATE TABLE docent.leases (
    name word PRIMARY KEY,
    holder word NOT NULL,
    expires_at bigint NOT NULL
  ) sorted;

  CREATE TABLE docent.project_state (
    project_id word NOT NULL,
    key word NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (project_id, key)
  ) sorted;

  CREATE TABLE docent.entered_secrets (
    organization_id word NOT NULL,
    name word NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (organization_id, name)
  );

  CREATE TABLE docent.audit_entries (
    seq numbered,
    id word NOT NULL UNIQUE,
    organization_id word NOT NULL,
    at bigint NOT NULL,
    actor_id word,
    action word NOT NULL,
    target word,
    body text NOT NULL
  );

  CREATE TABLE docent.webhook_tasks (
    seq numbered,
    id word NOT NULL UNIQUE,
    kind word NOT NULL,
    status word NOT NULL,
    organization_id word,
    project_id word,
    job_id word,
    due_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    body text NOT NULL
  );

  CREATE TABLE docent.disabled_endpoints (
    id word PRIMARY KEY,
    at bigint NOT NULL
  ) sorted;
`

/** The notes of a key, of all projects. */
export const NOTES_INDEX = `
  CREATE INDEX project_state_by_key ON docent.project_state (key);
`

export const ACCESS_INDEXES = `
  ${NOTES_INDEX}
  CREATE INDEX keys_by_organization ON docent.keys (organization_id, created_at, seq);
  CREATE INDEX audit_entries_by_time ON docent.audit_entries (organization_id, at, id);
  CREATE INDEX audit_entries_by_age ON docent.audit_entries (at);
  CREATE INDEX webhook_tasks_due ON docent.webhook_tasks (due_at, seq) WHERE status = 'pending';
  CREATE INDEX webhook_tasks_waiting ON docent.webhook_tasks (job_id, seq) WHERE status = 'waiting';
  CREATE INDEX webhook_tasks_listed ON docent.webhook_tasks (organization_id, kind, created_at, id);
  CREATE INDEX webhook_tasks_ended ON docent.webhook_tasks (updated_at) WHERE status IN ('done', 'dead');
`

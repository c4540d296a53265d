import type { Transaction } from '@docent/postgres'
import type { JobDraft } from './job-draft.ts'
import { jobColumns } from './job-row.ts'

const JOB_FIELDS = `seq bigint, project_id text, status text, archived boolean, repository text, ref text,
  pull_number bigint, pull_ended boolean, merged_at bigint, updated_at bigint, lease_token bigint, lease_worker text, available_at bigint, attempts integer,
  waits integer, waiting_since bigint, open_step bigint, last_message bigint, last_event bigint, last_step bigint,
  stored_bytes bigint, notice bigint, body text`

/**
 * The keys come a second time as an array: PostgreSQL takes 100 rows for what it can't see in JSON, and would rather read
 * a table of some thousand rows than look up that many.
 */
const UPDATE_JOBS = `
  UPDATE docent.jobs AS j SET status = n.status, archived = n.archived, repository = n.repository, ref = n.ref,
    pull_number = n.pull_number, pull_ended = n.pull_ended, merged_at = n.merged_at, updated_at = n.updated_at, lease_token = n.lease_token, lease_worker = n.lease_worker,
    available_at = n.available_at, attempts = n.attempts, waits = n.waits, waiting_since = n.waiting_since,
    open_step = n.open_step, last_message = n.last_message, last_event = n.last_event, last_step = n.last_step,
    stored_bytes = n.stored_bytes, notice = n.notice, body = n.body
  FROM json_to_recordset($1::json) AS n(${JOB_FIELDS}) WHERE j.seq = n.seq AND j.seq = ANY ($2::bigint[])`

const INSERT_MESSAGES = `
  INSERT INTO docent.job_messages (job, position, state, body)
  SELECT * FROM json_to_recordset($1::json) AS n(job bigint, position bigint, state text, body text)`

const MARK_MESSAGES = `
  UPDATE docent.job_messages AS m SET state = n.state
  FROM json_to_recordset($1::json) AS n(job bigint, position bigint, state text)
  WHERE m.job = n.job AND m.position = n.position AND m.job = ANY ($2::bigint[])`

const INSERT_EVENTS = `
  INSERT INTO docent.job_events (job, sequence, at, event)
  SELECT job, sequence, $2, event FROM json_to_recordset($1::json) AS n(job bigint, sequence bigint, event text)`

const INSERT_STEPS = `
  INSERT INTO docent.job_steps (job, step, at, input_tokens, output_tokens, body)
  SELECT * FROM json_to_recordset($1::json)
    AS n(job bigint, step bigint, at bigint, input_tokens bigint, output_tokens bigint, body text)`

/** In the order of their hashes: two transactions that add the same blobs wait for each other in one direction. */
const INSERT_BLOBS = `
  INSERT INTO docent.blobs (hash, content) SELECT * FROM unnest($1::bytea[], $2::bytea[]) ON CONFLICT DO NOTHING`

const INSERT_CHANGES = `
  INSERT INTO docent.job_changes (job, step, position, path, blob, executable)
  SELECT job, step, position, path, decode(blob, 'hex'), executable FROM json_to_recordset($1::json)
    AS n(job bigint, step bigint, position integer, path text, blob text, executable boolean)`

const INSERT_OUTBOX = `
  INSERT INTO docent.outbox (id, body) SELECT id, body FROM json_to_recordset($1::json) AS n(id text, body text)
  ON CONFLICT DO NOTHING`

const DELETE_EXPIRED_REPLIES = `
  DELETE FROM docent.idempotency WHERE expires_at <= $3
    AND (organization_id, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))`

const INSERT_REPLIES = `
  INSERT INTO docent.idempotency (organization_id, key, fingerprint, job_id, status, body, expires_at)
  SELECT * FROM json_to_recordset($1::json) AS n(organization_id text, key text, fingerprint text, job_id text,
    status integer, body text, expires_at bigint)`

/** Sends what a batch came to, without waiting: the commit follows at once. */
export function writeDrafts(transaction: Transaction, drafts: readonly JobDraft[], at: number): void {
  const send = (sql: string, rows: readonly object[], ...values: (number | number[])[]) => {
    if (rows.length > 0) transaction.last(sql, [JSON.stringify(rows), ...values])
  }
  send(
    UPDATE_JOBS,
    drafts.map(({ row }) => ({
      ...jobColumns(row.job),
      seq: row.seq,
      lease_token: row.leaseToken,
      lease_worker: row.leaseWorker,
      available_at: row.availableAt,
      attempts: row.attempts,
      waits: row.waits,
      waiting_since: row.waitingSince,
      open_step: row.openStep,
      last_message: row.lastMessage,
      last_event: row.lastEvent,
      last_step: row.lastStep,
      stored_bytes: row.storedBytes,
      notice: row.notice,
    })),
    drafts.map(({ row }) => row.seq),
  )
  const messages = drafts.flatMap(({ row, messages }) =>
    messages.map(({ position, state, body, isNew }) => ({ job: row.seq, position, state, body, isNew })),
  )
  send(
    INSERT_MESSAGES,
    messages.filter((each) => each.isNew),
  )
  const marked = messages.filter((each) => !each.isNew && each.state !== 'unread')
  send(
    MARK_MESSAGES,
    marked.map(({ job, position, state }) => ({ job, position, state })),
    [...new Set(marked.map(({ job }) => job))],
  )
  send(
    INSERT_EVENTS,
    drafts.flatMap(({ row, events }) =>
      events.map(({ sequence, event }) => ({ job: row.seq, sequence, event: JSON.stringify(event) })),
    ),
    at,
  )
  writeSteps(transaction, drafts, send)
  send(
    INSERT_OUTBOX,
    drafts.flatMap(({ outbox }) =>
      outbox.map((message) => ({ id: message.id, body: JSON.stringify(message) })),
    ),
  )
  const replies = drafts.flatMap((draft) => draft.replies)
  if (replies.length > 0) {
    const keys = [replies.map((each) => each.organizationId), replies.map((each) => each.key)]
    transaction.last(DELETE_EXPIRED_REPLIES, [...keys, at])
    send(
      INSERT_REPLIES,
      replies.map((each) => ({
        organization_id: each.organizationId,
        key: each.key,
        fingerprint: each.fingerprint,
        job_id: each.jobId,
        status: each.status,
        body: JSON.stringify(each.body),
        expires_at: each.expiresAt,
      })),
    )
  }
}

function writeSteps(
  transaction: Transaction,
  drafts: readonly JobDraft[],
  send: (sql: string, rows: readonly object[]) => void,
): void {
  const steps = drafts.flatMap(({ row, steps }) => steps.map((step) => ({ job: row.seq, ...step })))
  send(
    INSERT_STEPS,
    steps.map(({ job, index, at, prepared: { draft, body } }) => ({
      job,
      step: index,
      at,
      input_tokens: draft.inputTokens,
      output_tokens: draft.outputTokens,
      body,
    })),
  )
  const changes = steps.flatMap(({ job, index, prepared: { draft, hashes } }) =>
    draft.changes.map(({ path, content, executable }, position) => {
      const hash = hashes[position] ?? null
      return { job, step: index, position, path, hash, content, executable: executable ?? null }
    }),
  )
  const blobs = new Map<string, { hash: Buffer; content: Uint8Array }>()
  for (const { hash, content } of changes)
    if (hash && content) blobs.set(hash.toString('hex'), { hash, content })
  if (blobs.size > 0) {
    const ordered = [...blobs.keys()].sort().flatMap((name) => blobs.get(name) ?? [])
    const contents = ordered.map(({ content }) =>
      Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    )
    transaction.last(INSERT_BLOBS, [ordered.map(({ hash }) => hash), contents])
  }
  send(
    INSERT_CHANGES,
    changes.map(({ job, step, position, path, hash, executable }) => ({
      job,
      step,
      position,
      path: JSON.stringify(path),
      blob: hash?.toString('hex') ?? null,
      executable,
    })),
  )
}

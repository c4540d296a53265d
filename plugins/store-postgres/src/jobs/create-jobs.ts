import {
  DocentError,
  type IdempotencyClaim,
  IdempotencyInUse,
  type JobChange,
  outboxMessages,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { type SqlDatabase, storedReply } from '@docent/sql'
import { jobColumns } from './job-row.ts'
import { type NewsTarget, writeSignals } from './job-signals.ts'
import type { WriteOutcome } from './job-writes.ts'

export interface NewJob {
  readonly change: JobChange
  readonly idempotency: IdempotencyClaim | undefined
}

/**
 * One statement for all of a batch. A job whose id, or whose idempotency key, is taken is left out with all that
 * belongs to it, and its neighbours stay.
 */
const CREATE = `
  WITH input AS (
    SELECT * FROM json_to_recordset($1::json) AS n(id text, project_id text, status text, archived boolean,
      repository text, ref text, pull_number bigint, pull_ended boolean, merged_at bigint, model text, created_at bigint, updated_at bigint, body text,
      messages json, events json, outbox json, last_message bigint, last_event bigint, organization_id text, key text,
      fingerprint text, reply_status integer, reply text, expires_at bigint)
  ), clock AS (SELECT coalesce($2::bigint, docent.now_ms()) AS now
  ), replied AS (
    INSERT INTO docent.idempotency AS kept (organization_id, key, fingerprint, job_id, status, body, expires_at)
    SELECT organization_id, key, fingerprint, id, reply_status, reply, expires_at FROM input
      WHERE key IS NOT NULL AND NOT EXISTS (SELECT 1 FROM docent.jobs WHERE jobs.id = input.id)
    ON CONFLICT (organization_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, job_id = excluded.job_id,
      status = excluded.status, body = excluded.body, expires_at = excluded.expires_at
      WHERE kept.expires_at <= (SELECT now FROM clock)
    RETURNING job_id
  ), created AS (
    INSERT INTO docent.jobs (id, project_id, status, archived, repository, ref, pull_number, pull_ended, merged_at, model, created_at,
      updated_at, lease_token, available_at, attempts, waits, last_message, last_event, last_step, stored_bytes, notice, body)
    SELECT id, project_id, status, archived, repository, ref, pull_number, pull_ended, merged_at, model, created_at, updated_at, 0, now,
      0, 0, last_message, last_event, 0, 0, 0, body FROM input, clock
      WHERE key IS NULL OR id IN (SELECT job_id FROM replied)
    ON CONFLICT (id) DO NOTHING RETURNING seq, id
  ), said AS (
    INSERT INTO docent.job_messages (job, position, state, body)
    SELECT seq, m.position, 'unread', m.body FROM created JOIN input USING (id),
      json_array_elements_text(messages) WITH ORDINALITY AS m(body, position)
  ), happened AS (
    INSERT INTO docent.job_events (job, sequence, at, event)
    SELECT seq, e.sequence, now, e.event FROM clock, created JOIN input USING (id),
      json_array_elements_text(events) WITH ORDINALITY AS e(event, sequence)
  ), sent AS (
    INSERT INTO docent.outbox (id, body)
    SELECT o.id, o.body FROM created JOIN input USING (id), json_to_recordset(outbox) AS o(id text, body text)
    ON CONFLICT DO NOTHING
  )
  SELECT array_agg(id) AS ids FROM created`

/**
 * @param now the store's clock, when it is not the database's
 * @param the store's time, as far as it is known here, for the messages about the new jobs
 */
export async function createJobs(
  postgres: Postgres,
  jobs: readonly NewJob[],
  { sql, now, at, target }: { sql: SqlDatabase; now: number | null; at: number; target: NewsTarget },
): Promise<WriteOutcome[]> {
  const rows = jobs.map((job): WriteOutcome => {
    try {
      return { value: rowOf(job, at) }
    } catch (error) {
      return { error }
    }
  })
  const good = rows.flatMap((row) => ('value' in row ? [row.value] : []))
  const signals = jobs.map(({ change }) => ({ id: change.job.id, isNotice: false, work: 'new' as const }))
  const notification = { channel: target.channel, payloads: writeSignals(target.origin, signals) }
  const values = [JSON.stringify(good), now]
  const answer =
    good.length === 0
      ? undefined
      : await postgres.query<{ ids: string[] | null }>(CREATE, values, { notification })
  const created = new Set(answer?.rows[0]?.ids)
  const missing = jobs.map(({ change }) => change.job.id).filter((id) => !created.has(id))
  // Sent before on a connection that was cut: those that are there now were created then.
  const before = answer?.wasSentBefore ? await present(postgres, missing) : undefined
  return Promise.all(
    jobs.map(async ({ change, idempotency }, index): Promise<WriteOutcome> => {
      const row = rows[index]
      if (row && 'error' in row) return row
      const { id, createdAt } = change.job
      if (created.has(id) || before?.get(id) === createdAt) return { value: change.job }
      if (!idempotency) return { error: taken(id) }
      const { organizationId, key } = idempotency
      const isReplied = await storedReply(sql, organizationId, key)
      return { error: isReplied ? new IdempotencyInUse() : taken(id) }
    }),
  )
}

function rowOf({ change, idempotency }: NewJob, at: number): object {
  const { job, messages, events } = change
  const reply = idempotency?.respond(job)
  return {
    ...jobColumns(job),
    messages: messages.map((message) => JSON.stringify(message)),
    events: events.map((event) => JSON.stringify(event)),
    outbox: outboxMessages(undefined, job, at).map((message) => ({
      id: message.id,
      body: JSON.stringify(message),
    })),
    last_message: messages.length,
    last_event: events.length,
    ...(idempotency && {
      organization_id: idempotency.organizationId,
      key: idempotency.key,
      fingerprint: idempotency.fingerprint,
      reply_status: reply?.status,
      reply: JSON.stringify(reply?.body),
      expires_at: idempotency.expiresAt,
    }),
  }
}

async function present(postgres: Postgres, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await postgres.query<{ id: string; createdAt: number }>(
    'SELECT id, created_at AS "createdAt" FROM docent.jobs WHERE id = ANY ($1)',
    [ids],
  )
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]))
}

function taken(id: string): DocentError {
  return new DocentError('conflict', `A job with the id ${id} is there already.`)
}

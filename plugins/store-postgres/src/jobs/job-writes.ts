import { DocentError, outboxMessages } from '@docent/core/plugin'
import { isConnectionFailure, type Postgres, type Transaction } from '@docent/postgres'
import type { JobDelta } from './job-delta.ts'
import { JobDraft, type UnreadMessage } from './job-draft.ts'
import { JOB_COLUMNS, type JobRow, readJobRow, type StoredJobRow } from './job-row.ts'
import { type NewsTarget, notificationOf } from './job-signals.ts'
import { writeDrafts } from './write-drafts.ts'

/** What a write may look at, all of it read under the lock of the job's row. */
export interface JobView {
  /** Undefined when there is no such job. */
  readonly row: JobRow | undefined
  /** The store's time, milliseconds since the epoch. */
  readonly now: number
  readonly hasUnread: boolean
  /** Whether the job has recorded this content before. */
  holds(hash: Buffer): boolean
  /** Whether a reply is stored under this key. */
  isReplied(organizationId: string, key: string): boolean
}

export interface JobWrite {
  readonly id: string
  readonly needsUnread: boolean
  readonly blobs: readonly Buffer[]
  readonly key: { readonly organizationId: string; readonly key: string } | undefined
  /** Pure; may run more than once. Undefined writes nothing. */
  run(view: JobView): JobDelta<unknown> | undefined
}

export type WriteOutcome = { value: unknown } | { error: unknown }

/**
 * Commits writes of several jobs in two round trips: their rows are locked and read, each write computes what it
 * changes, and all of it is written with the commit. A write that throws changes nothing, and fails alone.
 */
export async function commitWrites(
  postgres: Postgres,
  writes: readonly JobWrite[],
  now: (() => number) | undefined,
  target: NewsTarget,
): Promise<WriteOutcome[]> {
  try {
    return await postgres.transaction((transaction) => apply(transaction, writes, now, target))
  } catch (error) {
    if (writes.length === 1 || isUnavailable(error)) return writes.map(() => ({ error }))
    // One of them broke a rule of the schema and undid its neighbours: each has its own transaction then.
    const outcomes: WriteOutcome[] = []
    for (const write of writes) outcomes.push(...(await commitWrites(postgres, [write], now, target)))
    return outcomes
  }
}

async function apply(
  transaction: Transaction,
  writes: readonly JobWrite[],
  now: (() => number) | undefined,
  target: NewsTarget,
): Promise<WriteOutcome[]> {
  const view = await readView(transaction, writes, now)
  const outcomes = writes.map((write): WriteOutcome => {
    const draft = view.drafts.get(write.id)
    try {
      const delta = write.run(view.of(draft))
      if (!delta) return { value: undefined }
      if (!draft) throw new Error('a write answered a row where there was none')
      draft.add(delta, outboxMessages(draft.row.job, delta.row.job, view.at))
      if (delta.reply) view.replied.add(keyOf(delta.reply))
      return { value: delta.result }
    } catch (error) {
      return { error }
    }
  })
  const changed = [...view.drafts.values()].filter((draft) => draft.isChanged)
  if (changed.length > 0) {
    writeDrafts(transaction, changed, view.at)
    transaction.notify(notificationOf(target, changed))
  }
  return outcomes
}

async function readView(
  transaction: Transaction,
  writes: readonly JobWrite[],
  now: (() => number) | undefined,
) {
  const ids = [...new Set(writes.map((write) => write.id))]
  const keys = writes.flatMap((write) => (write.key ? [write.key] : []))
  const blobs = writes.flatMap((write) => write.blobs)
  const withUnread = [...new Set(writes.filter((write) => write.needsUnread).map((write) => write.id))]
  const [found, clock, unread, held, replies] = await Promise.all([
    transaction.query<StoredJobRow>(
      `SELECT ${JOB_COLUMNS} FROM docent.jobs WHERE id = ANY ($1) ORDER BY id FOR UPDATE`,
      [ids],
    ),
    transaction.query<{ now: number }>('SELECT coalesce($1::bigint, docent.now_ms()) AS now', [
      now?.() ?? null,
    ]),
    withUnread.length === 0
      ? undefined
      : transaction.query<UnreadMessage & { job: number }>(
          `SELECT job, position, body FROM docent.job_messages
           WHERE job = ANY (ARRAY (SELECT seq FROM docent.jobs WHERE id = ANY ($1))) AND state = 'unread'
           ORDER BY position`,
          [withUnread],
        ),
    blobs.length === 0
      ? undefined
      : transaction.query<{ job: number; blob: Buffer }>(
          `SELECT DISTINCT c.job, c.blob FROM docent.job_changes c JOIN docent.jobs j ON j.seq = c.job
           WHERE c.blob = ANY ($1) AND j.id = ANY ($2)`,
          [blobs, ids],
        ),
    keys.length === 0
      ? undefined
      : transaction.query<{ organizationId: string; key: string }>(
          `SELECT organization_id AS "organizationId", key FROM docent.idempotency
           WHERE (organization_id, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))
             AND expires_at > coalesce($3::bigint, docent.now_ms())`,
          [keys.map((each) => each.organizationId), keys.map((each) => each.key), now?.() ?? null],
        ),
  ])
  const drafts = new Map<string, JobDraft>()
  for (const row of found.rows.map(readJobRow)) {
    const messages = unread?.rows.filter((each) => each.job === row.seq) ?? []
    drafts.set(row.job.id, new JobDraft(row, messages))
  }
  const holdings = new Set(held?.rows.map(({ job, blob }) => `${job} ${blob.toString('hex')}`))
  const replied = new Set(replies?.rows.map(keyOf))
  const at = clock.rows[0]?.now ?? 0
  const of = (draft: JobDraft | undefined): JobView => ({
    row: draft?.row,
    now: at,
    hasUnread: draft?.hasUnread ?? false,
    holds: (hash) =>
      holdings.has(`${draft?.row.seq} ${hash.toString('hex')}`) || (draft?.adds(hash) ?? false),
    isReplied: (organizationId, key) => replied.has(keyOf({ organizationId, key })),
  })
  return { drafts, replied, at, of }
}

function keyOf({ organizationId, key }: { organizationId: string; key: string }): string {
  return JSON.stringify([organizationId, key])
}

function isUnavailable(error: unknown): boolean {
  return isConnectionFailure(error) || (error instanceof DocentError && error.code === 'unavailable')
}

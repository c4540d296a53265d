import {
  type CallOptions,
  type Claim,
  type Job,
  type JobId,
  type JobPlace,
  type JobQueue,
  NO_SHARES,
  nextLine,
  type ProjectId,
  type QueueShares,
} from '@docent/core/plugin'
import { FOR_UPDATE, isIn } from '../statements/fragments.ts'
import { sql, when } from '../statements/sql.ts'
import { ask, run, type SqlDatabase, type Steps } from '../statements/sql-database.ts'
import { IN_LINE, LOCK_CLAIMS, type StoredLine, selectLines, WAITING } from './job-lines.ts'

/** Most places in the line of a project that are counted: who stands behind them is told that place. */
const MOST_PLACES = 10_000

/** What there is to do for a worker. */
export interface Outlook {
  /** A job can be claimed now. */
  readonly isWaiting: boolean
  /** When the first of the current leases runs out, in milliseconds from now. */
  readonly untilExpiry: number | undefined
}

interface ClaimedRow {
  seq: number
  id: JobId
  body: string
  repository: string
  ref: string
  projectId: string
  organizationId: string
  token: number
  attempts: number
  openStep: number | null
}

/** Whether there is anything to claim, and when there may be although nothing is committed. Writes nothing. */
export async function lookForWork(
  database: SqlDatabase,
  shares: QueueShares = NO_SHARES,
  options?: CallOptions,
): Promise<Outlook> {
  const lines = await database.read(selectLines(database.now()), options)
  const expiries = lines.flatMap(({ expiry, now }) => (expiry === null ? [] : [expiry - now]))
  return {
    isWaiting: headsOf(lines, [{ shares }]).size > 0,
    untilExpiry: expiries.length === 0 ? undefined : Math.min(...expiries),
  }
}

/** A worker that asks for a job. */
export interface Claimer {
  readonly worker: string
  readonly leaseMs: number
  readonly shares: QueueShares | undefined
}

/** One transaction at a time decides, so that two workers never get the same job, or two jobs of one branch. */
export function* claimJobs(
  database: SqlDatabase,
  claimers: readonly Claimer[],
): Steps<(Claim | undefined)[]> {
  yield* run(sql`${LOCK_CLAIMS}`)
  const claims = new Map<Claimer, Claim>()
  let before: number
  do {
    before = claims.size
    yield* claimOnce(
      database,
      claimers.filter((claimer) => !claims.has(claimer)),
      claims,
    )
  } while (claims.size > before && claims.size < claimers.length)
  return claimers.map((claimer) => claims.get(claimer))
}

/** Claims what one look at the lines shows: a second job of a branch is left, and so is one that somebody ended since. */
function* claimOnce(
  database: SqlDatabase,
  claimers: readonly Claimer[],
  claims: Map<Claimer, Claim>,
): Steps<void> {
  const { rows: lines } = yield* ask(selectLines(database.now(), claimers.length))
  const heads = headsOf(lines, claimers)
  if (heads.size === 0) return
  const { rows } = yield* ask(
    sql<ClaimedRow>`SELECT seq, id, body, repository, ref, project_id AS "projectId",
        organization_id AS "organizationId", lease_token AS token, attempts, open_step AS "openStep"
      FROM docent.jobs WHERE seq ${isIn([...heads.values()])} AND status = 'active' ${FOR_UPDATE}`,
  )
  const branches = new Set<string>()
  for (const [claimer, head] of heads) {
    const row = rows.find(({ seq }) => seq === head)
    const branch = row && JSON.stringify([row.repository, row.ref])
    if (!row || branch === undefined || branches.has(branch)) continue
    branches.add(branch)
    yield* lease(database, row, claimer)
    claims.set(claimer, {
      lease: { jobId: row.id, token: row.token + 1, worker: claimer.worker },
      job: JSON.parse(row.body) as Job,
      attempts: row.attempts + 1,
      openStep: row.openStep ?? undefined,
    })
  }
}

function* lease(database: SqlDatabase, row: ClaimedRow, { worker, leaseMs }: Claimer): Steps<void> {
  const now = database.now()
  yield* run(
    sql`UPDATE docent.jobs SET lease_token = ${row.token + 1}, lease_worker = ${worker},
      available_at = ${now} + ${Math.ceil(leaseMs)}, attempts = ${row.attempts + 1} WHERE seq = ${row.seq}`,
  )
  // What else was leased on this branch has run out: with the branch in other hands it must not write again.
  yield* run(
    sql`UPDATE docent.jobs SET lease_token = lease_token + 1, lease_worker = NULL
      WHERE repository = ${row.repository} AND ref = ${row.ref} AND lease_worker IS NOT NULL AND seq <> ${row.seq}`,
  )
  yield* run(
    sql`INSERT INTO docent.job_turns AS kept (kind, owner, served_at, is_full)
      VALUES ('organization', ${row.organizationId}, ${now}, ${false}),
        ('project', ${row.projectId}, ${now},
          EXISTS (SELECT 1 FROM docent.jobs WHERE project_id = ${row.projectId} AND ${IN_LINE}))
      ON CONFLICT (kind, owner) DO UPDATE SET served_at = excluded.served_at, is_full = excluded.is_full,
        pace = CASE WHEN kept.is_full
          THEN (4 * coalesce(kept.pace, excluded.served_at - kept.served_at) + excluded.served_at - kept.served_at) / 5
          ELSE kept.pace END`,
  )
}

/** The number of the job that comes next for each of them, as far as there are any. */
function headsOf<Each extends Pick<Claimer, 'shares'>>(
  lines: readonly StoredLine[],
  claimers: readonly Each[],
): Map<Each, number> {
  let queues = lines.map(({ heads, ...line }) => ({ ...line, queue: JSON.parse(heads ?? '[]') as number[] }))
  const found = new Map<Each, number>()
  for (const claimer of claimers) {
    const waiting = queues.map((line) => ({ ...line, isWaiting: line.queue.length > 0 }))
    const next = nextLine(waiting, claimer.shares ?? NO_SHARES, lines[0]?.now ?? 0)
    const [head, ...queue] = next?.queue ?? []
    if (!next || head === undefined) return found
    found.set(claimer, head)
    queues = queues.map((line) => {
      const isSame = line.projectId === next.projectId
      const organizationServedAt =
        line.organizationId === next.organizationId ? next.now : line.organizationServedAt
      if (!isSame) return { ...line, organizationServedAt }
      return { ...line, organizationServedAt, servedAt: next.now, running: line.running + 1, queue }
    })
  }
  return found
}

export async function countQueue(database: SqlDatabase, options?: CallOptions): Promise<JobQueue> {
  const now = database.now()
  const [row] = await database.read(
    sql<{ unleased: number; over: number; postponed: number; running: number }>`SELECT
        (SELECT count(*) FROM docent.jobs WHERE ${IN_LINE}) AS unleased,
        (SELECT count(*) FROM docent.jobs WHERE lease_worker IS NOT NULL AND available_at <= ${now}) AS over,
        (SELECT count(*) FROM docent.jobs WHERE lease_worker IS NOT NULL AND available_at > ${now}
          AND lease_worker = ${WAITING}) AS postponed,
        (SELECT count(*) FROM docent.jobs WHERE lease_worker IS NOT NULL AND available_at > ${now}
          AND lease_worker <> ${WAITING}) AS running`,
    options,
  )
  const { unleased = 0, over = 0, postponed = 0, running = 0 } = row ?? {}
  return { waiting: unleased + over, running, postponed }
}

/** Where jobs stand in the line of their project, by their ids; those that don't wait for a worker are left out. */
export async function placesOf(
  database: SqlDatabase,
  project: ProjectId,
  ids: readonly JobId[] | undefined,
  options?: CallOptions,
): Promise<Map<JobId, JobPlace>> {
  const [rows, [turn]] = await Promise.all([
    database.read(
      sql<{ id: JobId; position: number }>`SELECT id, position FROM (
          SELECT id, row_number() OVER (ORDER BY place, seq) AS position FROM (
            SELECT id, place, seq FROM docent.jobs WHERE project_id = ${project} AND ${IN_LINE}
              ORDER BY place, seq LIMIT ${MOST_PLACES}) AS first) AS line
        ${when(ids, (some) => sql`WHERE id ${isIn(some)}`)}`,
      options,
    ),
    database.read(
      sql<{ servedAt: number; pace: number | null; now: number }>`SELECT served_at AS "servedAt", pace,
        ${database.now()} AS now FROM docent.job_turns WHERE kind = 'project' AND owner = ${project}`,
      options,
    ),
  ])
  return new Map(
    rows.map(({ id, position }) => {
      const pace = turn?.pace ?? undefined
      const expected = turn && pace !== undefined ? turn.servedAt + pace * position : undefined
      return [
        id,
        { position, expectedAt: expected === undefined ? null : Math.max(turn?.now ?? 0, expected) },
      ]
    }),
  )
}

import {
  checkJobBytes,
  type Job,
  type JobChange,
  type JobEvent,
  type Lease,
  type Outage,
  openStepAfter,
  type RecordedStep,
  type Wait,
  withoutWaiting,
  withWaiting,
} from '@docent/core/plugin'
import type { PreparedStep } from '@docent/sql'
import { WAITING } from './job-claims.ts'
import { applyChange, type JobDelta } from './job-delta.ts'
import type { JobRow } from './job-row.ts'
import type { JobView } from './job-writes.ts'

/** What workers do to their jobs, each as a pure function of what was read under the lock. */

export function extended(row: JobRow, { now }: JobView, leaseMs: number): JobDelta<void> {
  return { result: undefined, row: { ...row, availableAt: now + Math.ceil(leaseMs) } }
}

export function released(row: JobRow): JobDelta<void> {
  // Before all that nobody has begun.
  const waiting = { leaseWorker: null, availableAt: 0, attempts: Math.max(0, row.attempts - 1) }
  return { result: undefined, row: { ...row, ...waiting } }
}

/** Undefined when there is nothing to excuse. */
export function excused(row: JobRow | undefined, lease: Lease): JobDelta<void> | undefined {
  if (row?.job.status !== 'active' || row.leaseToken <= lease.token) return undefined
  return { result: undefined, row: { ...row, attempts: Math.max(0, row.attempts - 1) } }
}

export function postponed(
  row: JobRow,
  { now }: JobView,
  plan: (outage: Outage) => Wait | undefined,
): JobDelta<true> | undefined {
  const waitingSince = row.waitingSince ?? now
  const wait = plan({ waits: row.waits, ms: now - waitingSince, now })
  if (!wait) return undefined
  const until = { leaseWorker: WAITING, availableAt: now + Math.ceil(wait.delayMs) }
  const counts = {
    attempts: Math.max(0, row.attempts - 1),
    waits: row.waits + 1,
    waitingSince,
    openStep: null,
  }
  return {
    result: true,
    events: wait.events,
    row: { ...row, ...until, ...counts, job: withWaiting(row.job, wait.waiting) },
  }
}

export function appended(row: JobRow, events: readonly JobEvent[]): JobDelta<void> {
  return { result: undefined, events, row: { ...row, openStep: openStepAfter(row.openStep, events) } }
}

/** @throws DocentError `invalid_request` when the job would hold more than 20 MiB */
export function recorded(
  row: JobRow,
  { now, holds }: JobView,
  prepared: PreparedStep,
  events: readonly JobEvent[],
  change: ((job: Job) => Job) | undefined,
): JobDelta<RecordedStep> {
  const { draft, hashes } = prepared
  const index = row.lastStep + 1
  const counted = new Set<string>()
  let { storedBytes } = row
  for (const [position, { content }] of draft.changes.entries()) {
    const hash = hashes[position]
    if (!hash || !content || holds(hash) || counted.has(hash.toString('hex'))) continue
    counted.add(hash.toString('hex'))
    storedBytes += content.byteLength
  }
  checkJobBytes(storedBytes)
  const progress = { lastStep: index, storedBytes, attempts: 0, waits: 0, waitingSince: null, openStep: null }
  return {
    result: { ...draft, index, at: now },
    step: { index, at: now, prepared },
    read: draft.read,
    events,
    row: { ...row, ...progress, job: withoutWaiting(change ? change(row.job) : row.job) },
  }
}

export function settled(
  row: JobRow,
  { hasUnread, now }: JobView,
  change: (job: Job) => JobChange,
  onContinue: (job: Job) => Job,
): JobDelta<'settled' | 'continue'> {
  if (hasUnread) return { result: 'continue', row: { ...row, job: onContinue(row.job) } }
  const delta = applyChange(row, change(row.job), now)
  return { ...delta, result: 'settled', row: { ...delta.row, leaseWorker: null, availableAt: now } }
}

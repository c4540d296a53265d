import type {
  Job,
  JobEvent,
  JobId,
  JobMessage,
  JobQueue,
  NewJobMessage,
  StoredJobEvent,
} from '@docent/core/plugin'

/** A job of `MemoryJobStore` with all that hangs on it. Values are private copies: nobody outside holds them. */
export interface MemoryJob {
  readonly id: JobId
  /** Its number in the order of creation. */
  readonly seq: number
  readonly job: Job
  readonly messages: readonly JobMessage[]
  /** Only ever appended to, or cut from the front by `prune`. */
  readonly events: readonly StoredJobEvent[]
  readonly lastEvent: number
  /** Each as `stringifyStored` text. */
  readonly steps: readonly string[]
  readonly lastStep: number
  /** Bytes by content: how the limit of a job counts each content once. */
  readonly contents: ReadonlyMap<string, number>
  readonly token: number
  readonly worker: string | null
  /** Since when it waits, or, while leased, when the lease runs out. */
  readonly availableAt: number
  readonly attempts: number
  /** Times that it was postponed since its last step, and since when. */
  readonly waits: number
  readonly waitingSince: number | null
  /** Begun, and not recorded. */
  readonly openStep: number | null
  /** Grows with each change that its worker must hear of. */
  readonly notice: number
}

export function newMemoryJob(job: Job, seq: number, now: number): MemoryJob {
  return {
    id: job.id,
    seq,
    job: structuredClone(job),
    messages: [],
    events: [],
    lastEvent: 0,
    steps: [],
    lastStep: 0,
    contents: new Map(),
    token: 0,
    worker: null,
    availableAt: now,
    attempts: 0,
    waits: 0,
    waitingSince: null,
    openStep: null,
    notice: 0,
  }
}

export function withEvents(row: MemoryJob, events: readonly JobEvent[], at: number): MemoryJob {
  if (events.length === 0) return row
  const stored = events.map((event, index) => ({
    sequence: row.lastEvent + index + 1,
    at,
    event: structuredClone(event),
  }))
  return { ...row, events: row.events.concat(stored), lastEvent: row.lastEvent + stored.length }
}

export function withMessages(row: MemoryJob, messages: readonly NewJobMessage[]): MemoryJob {
  const queued = messages.map((message) => ({ ...structuredClone(message), state: 'unread' as const }))
  return { ...row, messages: row.messages.concat(queued) }
}

/** Moves the unread messages that `matches` to another state. */
export function withMessageState(
  row: MemoryJob,
  state: 'read' | 'discarded',
  matches: (message: JobMessage) => boolean,
): MemoryJob {
  return {
    ...row,
    messages: row.messages.map((message) =>
      message.state === 'unread' && matches(message) ? { ...message, state } : message,
    ),
  }
}

/** Holds the lease of a job that waits: a lease that nobody can write under, and that runs out when the wait ends. */
export const WAITING = '(waiting)'

export function countQueue(rows: readonly MemoryJob[], now: number): JobQueue {
  const queue: JobQueue = { waiting: 0, running: 0, postponed: 0 }
  for (const { job, worker, availableAt } of rows) {
    if (job.status !== 'active') continue
    const isHeld = worker !== null && availableAt > now
    queue[isHeld ? (worker === WAITING ? 'postponed' : 'running') : 'waiting'] += 1
  }
  return queue
}

import { applyTransition, beginJob, DEFAULT_ORGANIZATION, jobId } from '@docent/core'
import {
  type Claim,
  type IdempotencyClaim,
  type Job,
  type JobChange,
  type JobId,
  type JobStore,
  type NewJobMessage,
  projectId,
  type StepDraft,
  type StoredJobEvent,
} from '@docent/core/plugin'
import { soon } from './case-timeout.ts'
import type { ContractCase, ContractContext } from './contract-case.ts'

export interface JobStoreContext extends ContractContext {
  readonly store: JobStore
  /** A second adapter on the same data, as another process has it; the same one where that cannot be. */
  readonly peer: JobStore
  /** Moves the clock of both by so many milliseconds. It also moves by itself, as real time does. */
  advance(ms: number): void
}

export type JobStoreCase = ContractCase<JobStoreContext>

export const LEASE_MS = 15_000
export const PROJECT = projectId('docs')

/** A job of its own branch, with one message, as `beginJob` of the state machine makes it. */
export function draftJob(name: string, overrides: Partial<Parameters<typeof beginJob>[0]> = {}): JobChange {
  return beginJob(
    {
      id: jobId(name),
      organizationId: DEFAULT_ORGANIZATION,
      projectId: PROJECT,
      apiVersion: 'v2',
      source: { repository: 'https://git.example/docs', ref: `docent/${name}` },
      model: 'scripted:a',
      title: `Job ${name}`,
      asDraft: false,
      userId: null,
      createdAt: 1_000,
      ...overrides,
    },
    [message(`${name}-m1`, 'Fix the typo.')],
  )
}

export function message(id: string, content = 'And this.'): NewJobMessage {
  return { id, role: 'user', content, createdAt: 1_000 }
}

export function step(overrides: Partial<StepDraft> = {}): StepDraft {
  return {
    run: 1,
    kind: 'model',
    messages: [],
    read: [],
    changes: [],
    data: {},
    inputTokens: 0,
    outputTokens: 0,
    workMs: 0,
    ...overrides,
  }
}

export function followUp(id: string, at = 2_000): (job: Job) => JobChange {
  return (job) => applyTransition(job, { type: 'follow-up', at, message: message(id) })
}

export function cancel(at = 2_000): (job: Job) => JobChange {
  return (job) => applyTransition(job, { type: 'cancel', at })
}

export function complete(at = 3_000): (job: Job) => JobChange {
  return (job) => applyTransition(job, { type: 'complete', at, pullRequest: null, messageToUser: 'Done.' })
}

export function idempotency(key: string, overrides: Partial<IdempotencyClaim> = {}): IdempotencyClaim {
  return {
    organizationId: DEFAULT_ORGANIZATION,
    key,
    fingerprint: 'POST /jobs 1',
    expiresAt: Number.MAX_SAFE_INTEGER,
    respond: (job) => ({ status: 201, body: { id: job.id, status: job.status } }),
    ...overrides,
  }
}

/** Creates a job and claims it: the store has no other one to hand out. */
export async function claimed(store: JobStore, name = 'a', worker = 'w1'): Promise<Claim> {
  await store.create(draftJob(name))
  return claimAny(store, worker)
}

export async function claimAny(store: JobStore, worker = 'w1', leaseMs = LEASE_MS): Promise<Claim> {
  const claim = await store.claim(worker, leaseMs)
  if (!claim) throw new Error('There was no job to claim.')
  return claim
}

/** Reads the job's messages, completes its run and lets it go. */
export async function finish(store: JobStore, { lease, job }: Claim, at = 3_000): Promise<void> {
  const unread = (await store.messages(job.id)).filter((each) => each.state === 'unread')
  await store.record(lease, step({ read: unread.map((each) => each.id) }), [])
  await store.settle(lease, complete(at), (same) => same)
}

/** The next `count` events after `after`, as far as they come in time. */
export async function readEvents(
  store: JobStore,
  id: JobId,
  count: number,
  after = 0,
): Promise<StoredJobEvent[]> {
  const controller = new AbortController()
  const read: StoredJobEvent[] = []
  const reading = async () => {
    for await (const event of store.events(id, after, { signal: controller.signal })) {
      read.push(event)
      if (read.length >= count) return
    }
  }
  try {
    await soon(reading(), `${count} events of job ${id}`)
  } finally {
    controller.abort()
  }
  return read
}

/** Calls of `onChange` since it was made, and a way to wait for the next one. */
export function listener(): { onChange(): void; calls(): number; called(): Promise<void> } {
  let calls = 0
  const first = Promise.withResolvers<void>()
  return {
    onChange() {
      calls += 1
      first.resolve()
    },
    calls: () => calls,
    called: () => soon(first.promise, 'a call of the watcher'),
  }
}

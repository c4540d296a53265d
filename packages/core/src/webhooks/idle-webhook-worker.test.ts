import {
  ManualClock,
  MemoryBackgroundTasks,
  MemoryJobStore,
  MemoryNamedLeases,
  MemoryWebhookStore,
} from '@docent/testing'
import { expect, test, vi } from 'vitest'
import { jobId } from '../domain/ids.ts'
import { LeaseSettings } from '../domain/lease-settings.ts'
import type { WebhookTask } from '../domain/webhook-task.ts'
import type { AnswerComment } from './answer-comment.ts'
import type { DeliverWebhook } from './deliver-webhook.ts'
import type { DispatchOutbox } from './dispatch-outbox.ts'
import type { HandleReceived } from './handle-received.ts'
import { WebhookWorker } from './webhook-worker.ts'

const silent = () => undefined
const logger = { debug: silent, info: silent, warn: silent, error: silent }

function scene() {
  const clock = new ManualClock()
  const jobs = new MemoryJobStore(clock)
  const store = new MemoryWebhookStore()
  const leases = new MemoryNamedLeases(clock)
  const tasks = new MemoryBackgroundTasks(clock)
  const looks = vi.spyOn(jobs, 'outbox')
  let made = 0
  const worker = () =>
    new WebhookWorker(
      { dispatch: async () => undefined } as unknown as DispatchOutbox,
      {} as DeliverWebhook,
      {} as HandleReceived,
      { answer: async () => undefined } as unknown as AnswerComment,
      store,
      leases,
      clock,
      logger,
      { leases: LeaseSettings.parse({}) },
      { sortable: () => `${made++}`, secret: () => '' },
      jobs,
      tasks,
    )
  return { jobs, store, leases, looks, worker }
}

const answer: WebhookTask = {
  id: 'answer',
  kind: 'answer',
  status: 'pending',
  jobId: jobId('a'),
  attempts: 0,
  dueAt: 0,
  createdAt: 0,
  updatedAt: 0,
  data: {},
}

test('a worker without work holds no lease, looks seldom, and hears of what another process received', async () => {
  const { store, leases, looks, worker } = scene()
  const [idle, elsewhere] = [worker(), worker()]
  idle.start({ transport: { post: () => Promise.reject(new Error('unused')) }, onPush: silent })
  try {
    await vi.waitFor(() => expect(looks).toHaveBeenCalled())
    await vi.waitFor(async () => expect(await leases.acquire('webhooks', 'another', 1_000)).toBe(true), 5_000)
    await leases.release('webhooks', 'another')
    looks.mockClear()
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(looks.mock.calls.length).toBeLessThanOrEqual(1)
    await store.add([answer])
    elsewhere.wake()
    await vi.waitFor(async () => expect((await store.get('answer'))?.status).toBe('done'), 5_000)
  } finally {
    await idle.stop(AbortSignal.abort())
  }
})

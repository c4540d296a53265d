import {
  ManualClock,
  MemoryBackgroundTasks,
  MemoryJobStore,
  MemoryNamedLeases,
  MemoryWebhookStore,
} from '@docent/testing'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_ORGANIZATION, jobId, projectId } from '../domain/ids.ts'
import type { JobChange } from '../domain/job.ts'
import { applyTransition, beginJob } from '../domain/job-state.ts'
import { LeaseSettings } from '../domain/lease-settings.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { GitHost } from '../ports/git-host.ts'
import { GitHosts } from '../projects/git-hosts.ts'
import { AnswerComment } from './answer-comment.ts'
import { answerTaskId } from './answer-task.ts'
import { DeliverWebhook } from './deliver-webhook.ts'
import { DispatchOutbox } from './dispatch-outbox.ts'
import type { HandleReceived } from './handle-received.ts'
import { ReleaseAnswers } from './release-answers.ts'
import type { WebhookReply, WebhookTransport } from './webhook-transport.ts'
import { WebhookWorker } from './webhook-worker.ts'

const silent = () => undefined
const logger = { debug: silent, info: silent, warn: silent, error: silent }
const endpoints = {
  of: async () => [
    {
      id: 'whe_1',
      organizationId: DEFAULT_ORGANIZATION,
      url: 'https://hooks.example',
      secrets: [new Uint8Array(32)],
      allowPrivate: false,
    },
  ],
}

const workers: WebhookWorker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop(AbortSignal.abort())))
})

/** Stores that any number of workers share, as processes do. */
function scene(hosts: readonly GitHost[] = []) {
  const clock = new ManualClock()
  const jobs = new MemoryJobStore(clock)
  const store = new MemoryWebhookStore()
  const leases = new MemoryNamedLeases(clock)
  const tasks = new MemoryBackgroundTasks(clock)
  const gitHosts = new GitHosts(hosts)
  let made = 0
  const dispatch = (jobStore = jobs) =>
    new DispatchOutbox(jobStore, store, new ReleaseAnswers(jobStore, store, clock), endpoints, clock)
  const worker = (transport: WebhookTransport) => {
    const created = new WebhookWorker(
      dispatch(),
      new DeliverWebhook(store, endpoints, clock, logger),
      { handle: async () => undefined } as unknown as HandleReceived,
      new AnswerComment(gitHosts, store),
      store,
      leases,
      clock,
      logger,
      { leases: LeaseSettings.parse({}) },
      { sortable: () => `${made++}`, secret: () => '' },
      jobs,
      tasks,
    )
    workers.push(created)
    created.start({ transport, onPush: silent })
    return created
  }
  return { clock, jobs, store, leases, dispatch, worker }
}

/** A transport that a test answers for, and that says when it is asked. */
function transport() {
  const sent: string[] = []
  const asked: Array<() => void> = []
  const replies: Array<(reply: WebhookReply) => void> = []
  let cutOff = 0
  const post: WebhookTransport['post'] = ({ headers }, { signal } = {}) => {
    sent.push(headers['webhook-id'] ?? '')
    for (const tell of asked.splice(0)) tell()
    return new Promise((resolve, reject) => {
      replies.push(resolve)
      signal?.addEventListener('abort', () => {
        cutOff++
        reject(signal.reason)
      })
    })
  }
  return {
    post,
    sent,
    replies,
    cutOff: () => cutOff,
    asked: () => new Promise<void>((resolve) => void asked.push(resolve)),
  }
}

function newJob(name: string): JobChange {
  return beginJob(
    {
      id: jobId(name),
      organizationId: DEFAULT_ORGANIZATION,
      projectId: projectId('docs'),
      apiVersion: 'v2',
      source: { repository: 'https://git.example/docs', ref: `docent/${name}` },
      model: 'scripted:a',
      title: 'A job',
      asDraft: false,
      userId: null,
      createdAt: 1_000,
    },
    [{ id: `${name}-m1`, role: 'user', content: 'Go.', createdAt: 1_000 }],
  )
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('It did not come to that.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test('one of two processes sends, and the other takes over when it stops', async () => {
  const { jobs, store, worker } = scene()
  const first = transport()
  const second = transport()
  await jobs.create(newJob('a'))
  const began = first.asked()
  const one = worker(first)
  await began
  worker(second)
  first.replies[0]?.({ status: 204 })
  await until(async () => (await store.get(first.sent[0] ?? ''))?.status === 'done')
  await one.stop(AbortSignal.timeout(60_000))
  const takenOver = second.asked()
  await jobs.create(newJob('b'))
  await takenOver
  expect(first.sent).toHaveLength(1)
  expect(second.sent).toHaveLength(1)
  expect(second.sent).not.toEqual(first.sent)
})

test('a process that lost the lease cuts off what it sends and writes nothing of it', async () => {
  const { clock, jobs, leases, store, worker } = scene()
  const stale = transport()
  await jobs.create(newJob('a'))
  const began = stale.asked()
  const paused = worker(stale)
  await began
  clock.advance(15_001)
  expect(await leases.acquire('webhooks', 'another', 60_000)).toBe(true)
  paused.wake()
  await until(() => stale.cutOff() === 1)
  expect(await store.get(stale.sent[0] ?? '')).toMatchObject({ status: 'pending', attempts: 0 })
})

test('what a process was sending when it ended is sent again under the same id', async () => {
  const { clock, jobs, leases, store, worker } = scene()
  const lost = transport()
  await jobs.create(newJob('a'))
  const began = lost.asked()
  const ended = worker(lost)
  await began
  // The endpoint may have it: nobody is left who could tell.
  clock.advance(15_001)
  await leases.acquire('webhooks', 'another', 60_000)
  ended.wake()
  await until(() => lost.cutOff() === 1)
  await ended.stop(AbortSignal.abort())
  await leases.release('webhooks', 'another')
  const next = transport()
  const begunAgain = next.asked()
  const second = worker(next)
  await begunAgain
  expect(next.sent).toEqual(lost.sent)
  next.replies[0]?.({ status: 204 })
  await second.stop(new AbortController().signal)
  expect(await store.get(next.sent[0] ?? '')).toMatchObject({ status: 'done', attempts: 1 })
})

test('a stop lets what is being sent end, and cuts it off at the deadline', async () => {
  const { jobs, store, worker } = scene()
  const slow = transport()
  await jobs.create(newJob('a'))
  const began = slow.asked()
  const stopped = worker(slow)
  await began
  const stopping = stopped.stop(new AbortController().signal)
  slow.replies[0]?.({ status: 204 })
  await stopping
  expect(await store.get(slow.sent[0] ?? '')).toMatchObject({ status: 'done', attempts: 1 })

  const hanging = transport()
  await jobs.create(newJob('b'))
  const beganAgain = hanging.asked()
  const other = worker(hanging)
  await beganAgain
  await other.stop(AbortSignal.abort())
  expect(await store.get(hanging.sent[0] ?? '')).toMatchObject({ status: 'pending', attempts: 0 })
})

test('a crash between the deliveries and the outbox makes no delivery twice', async () => {
  const { clock, jobs, store, dispatch } = scene()
  class Crashes extends MemoryJobStore {
    override dispatched(): Promise<void> {
      return Promise.reject(new Error('crashed'))
    }
  }
  const crashing = new Crashes(clock)
  for (const each of [jobs, crashing]) await each.create(newJob('a'))
  await expect(dispatch(crashing).dispatch()).rejects.toThrow('crashed')
  await dispatch(jobs).dispatch()
  const { tasks } = await store.list({
    kind: 'delivery',
    organizationId: DEFAULT_ORGANIZATION,
    limit: 10,
  })
  expect(tasks).toHaveLength(1)
  expect(await jobs.outbox(10)).toEqual([])
})

test('an end of a run before the comment was read answers nothing, and a cancel answers what it discarded', async () => {
  const { clock, jobs, store, dispatch } = scene()
  await jobs.create(newJob('a'))
  await store.add([
    {
      id: answerTaskId('git', 'r', 'c1'),
      kind: 'answer',
      status: 'waiting',
      jobId: jobId('a'),
      attempts: 0,
      dueAt: 0,
      createdAt: 0,
      updatedAt: 0,
      data: { host: 'git', repository: 'r', number: 1, replyTo: 'c1', messageId: 'm2' },
    },
  ])
  const claim = await jobs.claim('w', 1_000)
  if (!claim) throw new Error('no claim')
  const first = { run: 1, kind: 'model' as const, messages: [], read: ['a-m1'], changes: [], data: {} }
  await jobs.record(claim.lease, { ...first, inputTokens: 0, outputTokens: 0, workMs: 0 }, [])
  const complete = { type: 'complete', at: 1, pullRequest: null, messageToUser: 'Done.' } as const
  await jobs.settle(
    claim.lease,
    (job) => applyTransition(job, complete),
    (job) => job,
  )
  await dispatch().dispatch()
  expect(await store.waiting(jobId('a'))).toHaveLength(1)
  const message = { id: 'm2', role: 'user' as const, content: 'More', createdAt: 1 }
  await jobs.update(jobId('a'), (job) => applyTransition(job, { type: 'follow-up', at: 2, message }))
  await jobs.update(jobId('a'), (job) => applyTransition(job, { type: 'cancel', at: 3 }))
  await dispatch().dispatch()
  const [answer] = await store
    .due(clock.now(), 10)
    .then((tasks) => tasks.filter(({ kind }) => kind === 'answer'))
  expect(answer?.data).toMatchObject({ body: expect.stringContaining('The job was cancelled.') })
})

test('a host that cannot look for an answer gets it at most once', async () => {
  let posted = 0
  const host = {
    name: 'git',
    comment: async () => {
      posted++
      throw new DocentError('git_host_failed', 'The reply was lost.', { isRetryable: true })
    },
  } as unknown as GitHost
  const { clock, store, worker } = scene([host])
  const id = answerTaskId('git', 'r', 'c1')
  await store.add([
    {
      id,
      kind: 'answer',
      status: 'pending',
      jobId: jobId('a'),
      attempts: 0,
      dueAt: 0,
      createdAt: 0,
      updatedAt: 0,
      data: { host: 'git', repository: 'r', number: 1, replyTo: 'c1', messageId: 'm2', body: 'Done.' },
    },
  ])
  const answering = worker(transport())
  await until(async () => (await store.get(id))?.attempts === 1)
  clock.advance(60_000)
  answering.wake()
  await until(async () => (await store.get(id))?.status === 'done')
  expect(posted).toBe(1)
})

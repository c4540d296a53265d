import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DocentError } from '../errors/docent-error.ts'
import { jobId, organizationId, projectId } from './ids.ts'
import type { Job } from './job.ts'
import {
  applyTransition,
  beginJob,
  beginPublishing,
  continueAfterFailure,
  continueRun,
  type JobTransition,
  stateOf,
} from './job-state.ts'
import { withPublished } from './pull-request-facts.ts'

const started = beginJob(
  {
    id: jobId('j'),
    organizationId: organizationId('default'),
    projectId: projectId('p'),
    apiVersion: 'v2',
    source: { repository: 'https://git.example/docs', ref: 'docent/x' },
    model: 'scripted:a',
    title: 'Fix it',
    asDraft: false,
    userId: null,
    createdAt: 1,
  },
  [{ id: 'm1', role: 'user', content: 'Fix it', createdAt: 1 }],
).job

const pullRequest = { number: 1, url: 'https://git.example/docs/pull/1', branch: 'docent/x', draft: false }

const transition: fc.Arbitrary<
  JobTransition | { type: 'begin-publishing' } | { type: 'continue' } | { type: 'continue-after-failure' }
> = fc.oneof(
  fc.record({
    type: fc.constant('follow-up' as const),
    at: fc.nat(),
    message: fc.record({
      id: fc.string(),
      role: fc.constant('user' as const),
      content: fc.string(),
      createdAt: fc.nat(),
    }),
  }),
  fc.record({
    type: fc.constant('complete' as const),
    at: fc.nat(),
    pullRequest: fc.constantFrom(null, pullRequest),
    messageToUser: fc.string(),
  }),
  fc.record({
    type: fc.constant('fail' as const),
    at: fc.nat(),
    haltReason: fc.constantFrom('error' as const, 'git_host_misconfigured' as const),
    messageToUser: fc.string(),
  }),
  fc.record({ type: fc.constant('cancel' as const), at: fc.nat() }),
  fc.record({
    type: fc.constant('archive' as const),
    at: fc.nat(),
    by: fc.constantFrom('person' as const, 'automatic' as const),
  }),
  fc.record({ type: fc.constant('restore' as const), at: fc.nat() }),
  fc.record({
    type: fc.constant('pull-request' as const),
    at: fc.nat(),
    number: fc.constantFrom(1, 2),
    state: fc.constantFrom('open' as const, 'merged' as const, 'closed' as const),
  }),
  fc.constant({ type: 'begin-publishing' as const }),
  fc.constant({ type: 'continue' as const }),
  fc.constant({ type: 'continue-after-failure' as const }),
)

type Step = typeof transition extends fc.Arbitrary<infer Value> ? Value : never

function play(job: Job, step: Step): Job | undefined {
  if (step.type === 'begin-publishing') return job.status === 'active' ? beginPublishing(job) : undefined
  if (step.type === 'continue') return job.status === 'active' ? continueRun(job) : undefined
  if (step.type === 'continue-after-failure')
    return job.status === 'active' ? continueAfterFailure(job) : undefined
  try {
    return applyTransition(job, step).job
  } catch (error) {
    if (!DocentError.is(error, 'conflict')) throw error
    return undefined
  }
}

describe('the job state machine under random events', () => {
  test('keeps its invariants and never changes what is fixed', () => {
    fc.assert(
      fc.property(fc.array(transition, { maxLength: 40 }), (steps) => {
        let job = started
        for (const step of steps) {
          const before = job
          const after = play(job, step)
          if (!after) continue
          job = after
          // What creation fixes never moves.
          expect([job.id, job.source, job.model, job.createdAt, job.projectId]).toEqual([
            before.id,
            before.source,
            before.model,
            before.createdAt,
            before.projectId,
          ])
          expect(job.run).toBeGreaterThanOrEqual(before.run)
          if (job.status === 'active') {
            expect(job.haltReason).toBeNull()
            expect(job.archivedAt).toBeNull()
          } else {
            expect(job.publishing).toBe(false)
            expect(job.haltReason).not.toBeNull()
            expect(job.haltReason === 'completed').toBe(job.status === 'completed')
          }
          expect(job.archivedAt === null).toBe(job.archivedBy === null)
          // What a host says of a pull request is no end of a run, and a merge is never taken back.
          if (step.type === 'pull-request') {
            expect([job.status, job.run, job.updatedAt]).toEqual([
              before.status,
              before.run,
              before.updatedAt,
            ])
            expect(job.pullRequest?.number).toBe(before.pullRequest?.number)
          }
          if (before.mergedAt !== undefined) expect(job.mergedAt).toBe(before.mergedAt)
          // An active job settles only by complete, fail or cancel; a settled one wakes only by a follow-up.
          if (before.status === 'active' && job.status !== 'active')
            expect(['complete', 'fail', 'cancel']).toContain(step.type)
          if (before.status !== 'active' && job.status === 'active') {
            expect(step.type).toBe('follow-up')
            expect(job.run).toBe(before.run + 1)
          }
          if (before.archivedAt !== null && step.type === 'archive')
            expect(job.archivedAt).toBe(before.archivedAt)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('refuses to cancel once publishing has begun', () => {
    expect(() => applyTransition(beginPublishing(started), { type: 'cancel', at: 2 })).toThrow(/publishing/)
  })

  test('cancel discards what is unread and takes the lease away', () => {
    const change = applyTransition(started, { type: 'cancel', at: 2 })
    expect(change).toMatchObject({
      discardUnread: true,
      revokeLease: true,
      job: { status: 'failed', haltReason: 'error', cancelled: true },
    })
    expect(change.job.messageToUser).toMatch(/cancelled/)
  })

  test('a follow-up to a running job is queued without a new run', () => {
    const message = { id: 'm2', role: 'user' as const, content: 'And this', createdAt: 2 }
    const change = applyTransition(started, { type: 'follow-up', at: 2, message })
    expect(change.job.run).toBe(1)
    expect(change.messages).toEqual([message])
  })

  test('a job archived by a person refuses a follow-up, one archived automatically takes it', () => {
    const done = applyTransition(started, { type: 'complete', at: 2, pullRequest, messageToUser: 'Done' }).job
    const message = { id: 'm2', role: 'user' as const, content: 'And this', createdAt: 3 }
    const byPerson = applyTransition(done, { type: 'archive', at: 3, by: 'person' }).job
    expect(() => applyTransition(byPerson, { type: 'follow-up', at: 4, message })).toThrow(/archived/)
    const automatic = applyTransition(done, { type: 'archive', at: 3, by: 'automatic' }).job
    const again = applyTransition(automatic, { type: 'follow-up', at: 4, message }).job
    expect(again).toMatchObject({ status: 'active', archivedAt: null, run: 2, pullRequest })
    expect(stateOf(again)).toBe('running')
  })

  test('a merge is recorded once, in every state, and outlives a pull request that a follow-up opens', () => {
    const done = applyTransition(started, { type: 'complete', at: 2, pullRequest, messageToUser: 'Done' }).job
    const merge = { type: 'pull-request', number: 1, state: 'merged', at: 3, by: 'writer' } as const
    const message = { id: 'm2', role: 'user' as const, content: 'And this', createdAt: 3 }
    const again = applyTransition(done, { type: 'follow-up', at: 4, message }).job
    const archived = applyTransition(done, { type: 'archive', at: 3, by: 'person' }).job
    for (const job of [done, again, beginPublishing(again), archived]) {
      const change = applyTransition(job, merge)
      expect(change.events).toEqual([
        { type: 'pull-request-state', number: 1, state: 'merged', since: 3, by: 'writer' },
      ])
      expect(change.job).toEqual({
        ...job,
        mergedAt: 3,
        pullRequest: { ...pullRequest, mergedAt: 3, mergedBy: 'writer' },
      })
      for (const state of ['merged', 'closed', 'open'] as const)
        expect(applyTransition(change.job, { ...merge, state, at: 9 })).toEqual({
          job: change.job,
          messages: [],
          events: [],
        })
    }
    const merged = applyTransition(again, merge).job
    const next = { ...pullRequest, number: 2, url: 'https://git.example/docs/pull/2' }
    expect(withPublished(merged, next)).toMatchObject({ mergedAt: 3, pullRequest: next })
    expect(withPublished(merged, pullRequest).pullRequest).toMatchObject({ mergedAt: 3, mergedBy: 'writer' })
  })

  test('a pull request that was closed can be opened again, and another one is none of the job’s', () => {
    const done = applyTransition(started, { type: 'complete', at: 2, pullRequest, messageToUser: 'Done' }).job
    const about = { type: 'pull-request', number: 1, at: 3 } as const
    const closed = applyTransition(done, { ...about, state: 'closed' })
    expect(closed.job).toEqual({ ...done, pullRequest: { ...pullRequest, closedAt: 3 } })
    const open = applyTransition(closed.job, { ...about, state: 'open', at: 4 })
    expect(open.job).toEqual(done)
    expect(open.events).toEqual([{ type: 'pull-request-state', number: 1, state: 'open', since: 4 }])
    expect(applyTransition(done, { ...about, number: 2, state: 'merged' }).events).toEqual([])
    expect(applyTransition(started, { ...about, state: 'merged' }).job).toEqual(started)
  })

  test('an active job cannot be archived', () => {
    expect(() => applyTransition(started, { type: 'archive', at: 2, by: 'person' })).toThrow(/active/)
  })
})

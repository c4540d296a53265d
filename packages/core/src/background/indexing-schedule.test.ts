import { MemoryProjectNotes, makeProject } from '@docent/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProjectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import { LeaseLost } from '../errors/lease-lost.ts'
import { IndexProject } from '../ingest/index-project.ts'
import { INDEX_STATE } from '../ingest/progress/index-progress.ts'
import type { Docent } from '../plugin/docent.ts'
import { Logger } from '../ports/logger.ts'
import { ProjectNotes } from '../ports/project-notes.ts'
import { ProjectStore } from '../ports/project-store.ts'
import { Retriever } from '../ports/retriever.ts'
import { Settings } from '../ports/settings.ts'
import { NO_TELEMETRY, Telemetry } from '../ports/telemetry.ts'
import { IndexingSchedule } from './indexing-schedule.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A Docent with one project, without a webhook. Indexing takes no time and may fail. */
function setup(run: (project: Project) => void = () => {}, nextChangeAt?: () => number | undefined) {
  const times: number[] = []
  const errors: string[] = []
  const project = makeProject({ repository: 'file:///docs.git' })
  const damage = { tell: (_: ProjectId): void => undefined, ended: false }
  const retriever = {
    onDamage(listener: (id: ProjectId) => void): Disposable {
      damage.tell = listener
      return {
        [Symbol.dispose]: () => {
          damage.ended = true
        },
      }
    },
  }
  const notes = new MemoryProjectNotes()
  const known = new Map<unknown, unknown>([
    [ProjectNotes, notes],
    [Settings, { leases: { index: { leaseMs: 30_000, heartbeatMs: 10_000 } } }],
    [
      Logger,
      { debug() {}, info() {}, warn() {}, error: (_: object, message: string) => errors.push(message) },
    ],
    [ProjectStore, { list: async () => [project], get: async () => project }],
    [Retriever, retriever],
    [Telemetry, NO_TELEMETRY],
    [
      IndexProject,
      {
        isDue: async () => true,
        run: async (project: Project) => {
          times.push(Date.now())
          run(project)
          return { changed: 0, removed: 0, pages: 1, passages: 1, ms: 1, nextChangeAt: nextChangeAt?.() }
        },
      },
    ],
  ])
  const docent = { resolve: (target: unknown) => known.get(target) } as Docent
  return { docent, times, errors, project, damage, notes }
}

test('builds an index anew soon after it turned out to be damaged, long before the next look', async () => {
  const { docent, times, project, damage } = setup()
  const schedule = new IndexingSchedule(docent, 10, 1, () => 0.5)
  schedule.start()
  await vi.advanceTimersByTimeAsync(MINUTE)
  damage.tell(project.id)
  await vi.advanceTimersByTimeAsync(10)
  await schedule.stop()
  expect(times).toEqual([0, MINUTE + 1])
  expect(damage.ended).toBe(true)
})

test('indexes a project when one of its pages comes or goes by itself', async () => {
  const changes = [90 * MINUTE]
  const { docent, times } = setup(
    () => {},
    () => changes.find((at) => at > Date.now()),
  )
  const schedule = new IndexingSchedule(docent, 0, 1)
  schedule.start()
  await vi.advanceTimersByTimeAsync(91 * MINUTE)
  await schedule.stop()
  expect(times.at(-1)).toBe(90 * MINUTE + 1)
  expect(times).toHaveLength(2)
})

test('looks at a project without a webhook at its interval, a tenth earlier or later by chance', async () => {
  const { docent, times } = setup()
  const chances = [0, 1, 0.5]
  const schedule = new IndexingSchedule(docent, 10, 1, () => chances.shift() ?? 0.5)
  schedule.start()
  await vi.advanceTimersByTimeAsync(41 * MINUTE)
  await schedule.stop()
  expect(times.map((time) => Math.round(time / MINUTE))).toEqual([0, 9, 20, 30, 40])
})

test('looks again after a failure, which it tells', async () => {
  const { docent, times, errors } = setup(() => {
    throw new Error('The host is down.')
  })
  const schedule = new IndexingSchedule(docent, 1, 1, () => 0.5)
  schedule.start()
  await vi.advanceTimersByTimeAsync(2 * MINUTE + 10)
  await schedule.stop()
  expect([times.length, new Set(errors)]).toEqual([3, new Set(['indexing failed'])])
})

test('looks once at the start when there is no interval, and not after its stop', async () => {
  const { docent, times } = setup()
  const once = new IndexingSchedule(docent, 0)
  once.start()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(times).toHaveLength(1)
  const stopped = new IndexingSchedule(docent, 1)
  stopped.start()
  await vi.advanceTimersByTimeAsync(1)
  await stopped.stop()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(times).toHaveLength(2)
})

const busy = () => new DocentError('conflict', 'Another process indexes it.', { isRetryable: true })

test.each([
  ['has it', busy],
  ['has taken it over', () => new LeaseLost()],
])('asks again soon when another process %s, with and without an interval', async (_, refusal) => {
  for (const pollMinutes of [10, 0]) {
    const freeAt = Date.now() + 30_000
    const { docent, times, errors } = setup(() => {
      if (Date.now() < freeAt) throw refusal()
    })
    const schedule = new IndexingSchedule(docent, pollMinutes, 2_000, () => 0.5)
    schedule.start()
    await vi.advanceTimersByTimeAsync(MINUTE)
    await schedule.stop()
    expect(times.at(-1)).toBe(freeAt)
    expect(errors).toEqual([])
  }
})

test('tries again, ever more rarely, what failed and may succeed later', async () => {
  const { docent, times } = setup(() => {
    throw new DocentError('git_host_failed', 'The host is down.', { isRetryable: true })
  })
  const schedule = new IndexingSchedule(docent, 0, 1, () => 0.5)
  schedule.start()
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  await schedule.stop()
  const pauses = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1_000)
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600, 600])
})

test.each([
  ['of a process that died', { phase: 'parsing', attempts: 1 }, true],
  ['of an older version', { phase: 'parsing' }, true],
  ['of a process that was stopped', { phase: 'listing', attempts: 0 }, true],
  ['that ended three processes', { phase: 'parsing', attempts: 3 }, false],
  ['that is done', { phase: 'done', attempts: 1 }, false],
  ['that failed', { phase: 'failed', attempts: 1 }, false],
])('takes over the run %s, long before the next look: %o', async (_, note, isTakenOver) => {
  const { docent, times, notes, project } = setup()
  const schedule = new IndexingSchedule(docent, 10, 2_000, () => 0.5)
  schedule.start()
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(times).toEqual([expect.any(Number)])
  // Another process began after the look at start, and died.
  await notes.write(project.id, INDEX_STATE, note)
  await vi.advanceTimersByTimeAsync(10_500)
  await schedule.stop()
  expect(times.length > 1).toBe(isTakenOver)
})

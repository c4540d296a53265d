import {
  BackgroundTasks,
  Clock,
  type Docent,
  DocentError,
  Ids,
  Logger,
  NamedLeases,
  type Project,
  ProjectNotes,
  ProjectStore,
  projectId,
} from '@docent/core/plugin'
import { ManualClock, MemoryBackgroundTasks, MemoryNamedLeases, MemoryProjectNotes } from '@docent/testing'
import { expect, test, vi } from 'vitest'
import type { MeasurementRequest } from './measurement.ts'
import { MeasurementWorker } from './measurement-worker.ts'
import { Measurements } from './measurements.ts'
import type { runMeasurement } from './run-measurement.ts'

const project = { id: projectId('docs'), disabled: false } as Project
const EVALUATION: MeasurementRequest = { kind: 'evaluation', answers: false }
const never = new AbortController().signal

/** A busy machine is slow. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000 })

function setup() {
  const clock = new ManualClock()
  let count = 0
  const known = new Map<unknown, unknown>([
    [BackgroundTasks, new MemoryBackgroundTasks(clock)],
    [Clock, clock],
    [Ids, { sortable: () => `m${++count}`, secret: () => `s${++count}` }],
    [Logger, { debug() {}, info() {}, warn() {}, error() {} }],
    [NamedLeases, new MemoryNamedLeases(clock)],
    [ProjectNotes, new MemoryProjectNotes()],
    [ProjectStore, { get: async () => project }],
  ])
  const docent = { resolve: (target: unknown) => known.get(target) } as Docent
  const measurements = new Measurements(docent)
  return {
    clock,
    measurements,
    status: async () => (await measurements.current(project.id))?.status,
    open(measure: typeof runMeasurement) {
      const worker = new MeasurementWorker(docent, measure, 10)
      worker.start()
      return worker
    },
  }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

test('goes on in another process when the one that works on it stops', async () => {
  const { clock, measurements, status, open } = setup()
  const first = open((_docent, _project, _request, { signal }) => untilAborted(signal))
  await measurements.start(project, EVALUATION, never)
  await eventually(async () => expect(await status()).toBe('running'))
  await first.stop()
  expect(await status()).toBe('waiting')
  const measure = vi.fn(async () => undefined)
  const second = open(measure)
  await eventually(async () => {
    clock.advance(5_000)
    expect(await status()).toBe('completed')
  })
  expect(measure).toHaveBeenCalledTimes(1)
  await second.stop()
})

test('says why one failed, does not try it again, and lets the next one start', async () => {
  const { clock, measurements, status, open } = setup()
  const measure = vi
    .fn<typeof runMeasurement>()
    .mockRejectedValueOnce(new DocentError('rate_limited', 'The spend cap is used up.'))
  const worker = open(measure)
  await measurements.start(project, EVALUATION, never)
  await eventually(async () => expect(await status()).toBe('failed'))
  expect(await measurements.current(project.id)).toMatchObject({ message: 'The spend cap is used up.' })
  clock.advance(60_000)
  measure.mockResolvedValueOnce(undefined)
  await measurements.start(project, EVALUATION, never)
  await eventually(async () => expect(await status()).toBe('completed'))
  expect(measure).toHaveBeenCalledTimes(2)
  await worker.stop()
})

test('does not run what was cancelled while it waited, and calls one failed whose process is gone', async () => {
  const { clock, measurements, status, open } = setup()
  await measurements.start(project, EVALUATION, never)
  expect(await measurements.cancel(project.id, never)).toBe(true)
  expect(await status()).toBe('cancelled')
  const second = await measurements.start(project, EVALUATION, never)
  const ran: string[] = []
  const worker = open(async (_docent, _project, _request, { onProgress }) => {
    ran.push((await measurements.current(project.id))?.id ?? '')
    onProgress('search', 1, 1)
  })
  await eventually(async () => expect(await status()).toBe('completed'))
  expect(ran).toEqual([second.id])
  await worker.stop()
  await measurements.update(project.id, { ...second, status: 'running', seenAt: clock.now() })
  expect(await status()).toBe('running')
  clock.advance(200_000)
  expect(await measurements.current(project.id)).toMatchObject({
    status: 'failed',
    message: 'The server stopped during the run. Start the run again.',
  })
})

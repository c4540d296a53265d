import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DocentError } from '../errors/docent-error.ts'
import { OutageGuard } from './outage-guard.ts'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance', 'Date'],
  })
  // An answer at the very start of the clock would look recent.
  vi.advanceTimersByTime(10_000)
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise<never>(() => {})
const isOutage = (error: unknown) => error instanceof Error && error.message === 'gone'

function guard(probe: () => Promise<unknown> = never) {
  const changes: boolean[] = []
  const made = new OutageGuard({
    name: 'The service',
    timeoutMs: 50,
    probe,
    onChange: (outage) => changes.push(outage !== undefined),
  })
  /** Starts calls of a service that does not answer. @returns how long each waited, ms. */
  const waits: number[] = []
  const hang = (count: number) => {
    for (let call = 0; call < count; call += 1) {
      const begun = performance.now()
      made.run(never, isOutage).catch((error) => {
        expect(DocentError.is(error, 'unavailable')).toBe(true)
        waits.push(Math.round(performance.now() - begun))
      })
    }
  }
  return { guard: made, changes, waits, hang }
}

describe('OutageGuard', () => {
  test('passes on answers, and rejections that are answers', async () => {
    const { guard: subject } = guard()
    expect(await subject.run(async () => 7, isOutage)).toBe(7)
    for (let call = 0; call < 5; call += 1) {
      const refused = subject.run(() => Promise.reject(new RangeError('no')), isOutage)
      await expect(refused).rejects.toThrow(RangeError)
    }
    expect(subject.outage).toBeUndefined()
  })

  test('refuses all but three of a hundred calls at half of the time, and those three at its end', async () => {
    const { guard: subject, hang, waits, changes } = guard()
    hang(100)
    await vi.advanceTimersByTimeAsync(27)
    expect(waits).toHaveLength(97)
    expect(Math.max(...waits)).toBeLessThanOrEqual(27)
    hang(20)
    await vi.advanceTimersByTimeAsync(0)
    expect(waits).toHaveLength(117)
    await vi.advanceTimersByTimeAsync(30)
    expect(waits).toHaveLength(120)
    expect(subject.timeouts).toBe(3)
    expect(changes).toEqual([true])
    hang(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(waits.at(-1)).toBe(0)
  })

  test('lets three calls wait that come one after the other, and no fourth', async () => {
    const { guard: subject, hang, waits } = guard()
    for (let call = 0; call < 6; call += 1) {
      hang(1)
      await vi.advanceTimersByTimeAsync(60)
    }
    expect(subject.timeouts).toBe(3)
    expect(waits.slice(3)).toEqual([0, 0, 0])
  })

  test('does not take a slow call for an outage while others are answered', async () => {
    const { guard: subject, hang, waits } = guard()
    hang(1)
    for (let call = 0; call < 30; call += 1) {
      await vi.advanceTimersByTimeAsync(10)
      expect(await subject.run(async () => call, isOutage)).toBe(call)
    }
    expect(waits).toHaveLength(1)
    expect(waits[0]).toBeGreaterThanOrEqual(50)
    expect(subject.outage).toBeUndefined()
  })

  test('counts no call as late whose answer came while the event loop was busy', async () => {
    const { guard: subject } = guard()
    const call = subject.run(
      () =>
        new Promise((resolve) => {
          // Answers in the turn in which the timer is due, as a socket does that is read after the timers.
          setTimeout(() => resolve('there'), 25)
        }),
      isOutage,
    )
    vi.setSystemTime(Date.now() + 500)
    await vi.advanceTimersByTimeAsync(25)
    expect(await call).toBe('there')
    expect(subject.timeouts).toBe(0)
  })

  test('declares an outage after three failures in a row, and ends it by a probe', async () => {
    let isBack = false
    const probe = vi.fn(async () => {
      if (!isBack) throw new Error('still gone')
    })
    const { guard: subject, changes } = guard(probe)
    const fail = () => subject.run(() => Promise.reject(new Error('gone')), isOutage)
    await expect(fail()).rejects.toMatchObject({ code: 'unavailable', isRetryable: true })
    await expect(fail()).rejects.toThrow()
    expect(await subject.run(async () => 1, isOutage)).toBe(1)
    for (let call = 0; call < 3; call += 1) await expect(fail()).rejects.toThrow()
    expect(subject.outage).toMatchObject({ since: Date.now() })
    await vi.advanceTimersByTimeAsync(1_600)
    expect(probe.mock.calls.length).toBeGreaterThanOrEqual(3)
    expect(subject.outage?.cause).toMatchObject({ message: 'still gone' })
    isBack = true
    await vi.advanceTimersByTimeAsync(500)
    expect(changes).toEqual([true, false])
    expect(await subject.run(async () => 1, isOutage)).toBe(1)
  })

  test('refuses what waits and what comes when it is stopped', async () => {
    const { guard: subject, hang, waits } = guard()
    hang(2)
    subject.stop()
    hang(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(waits).toEqual([0, 0, 0])
    expect(vi.getTimerCount()).toBe(0)
  })
})

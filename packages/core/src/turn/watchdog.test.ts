import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Watchdog } from './watchdog.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new AbortController().signal

describe('Watchdog', () => {
  test('waits for the first part as long as is allowed', () => {
    const watchdog = new Watchdog(never(), 400, 100)
    vi.advanceTimersByTime(399)
    expect(watchdog.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(watchdog.signal.reason).toMatchObject({ code: 'timeout', isRetryable: true })
  })

  test('ends a silence between parts not before its time, and at most a quarter later', () => {
    for (const partAt of [1, 50, 99, 100, 101, 149]) {
      const watchdog = new Watchdog(never(), 400, 400)
      vi.advanceTimersByTime(partAt)
      watchdog.touch()
      vi.advanceTimersByTime(399)
      expect(watchdog.signal.aborted).toBe(false)
      vi.advanceTimersByTime(102)
      expect(watchdog.signal.aborted).toBe(true)
    }
  })

  test('lets parts come for ever', () => {
    const watchdog = new Watchdog(never(), 100, 100)
    for (let n = 0; n < 200; n++) {
      watchdog.touch()
      vi.advanceTimersByTime(90)
    }
    expect(watchdog.signal.aborted).toBe(false)
    watchdog.end()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('passes on that its caller stopped', () => {
    const outer = new AbortController()
    const watchdog = new Watchdog(outer.signal, 100, 100)
    outer.abort(new Error('left'))
    expect(watchdog.signal.reason).toMatchObject({ message: 'left' })
  })
})

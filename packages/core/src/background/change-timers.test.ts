import { makeProject } from '@docent/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChangeTimers } from './change-timers.ts'

const DAY_MS = 24 * 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a change that is further away than a timer can wait is looked at in between', () => {
  const times: number[] = []
  const project = makeProject({})
  const timers = new ChangeTimers(() => {
    times.push(Date.now())
    if (Date.now() < 50 * DAY_MS) timers.set(project, 50 * DAY_MS)
  })
  timers.set(project, 50 * DAY_MS)
  vi.advanceTimersByTime(51 * DAY_MS)
  expect(times.at(-1)).toBe(50 * DAY_MS)
  expect(times).toHaveLength(3)
})

test('a project without a change ahead waits for none', () => {
  const index = vi.fn()
  const timers = new ChangeTimers(index)
  timers.set(makeProject({}), DAY_MS)
  timers.set(makeProject({}), undefined)
  vi.advanceTimersByTime(2 * DAY_MS)
  expect(index).not.toHaveBeenCalled()
})

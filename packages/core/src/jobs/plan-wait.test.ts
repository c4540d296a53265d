import { defined } from '@docent/content'
import { describe, expect, test } from 'vitest'
import { DocentError } from '../errors/docent-error.ts'
import { ReplyBrokenOff } from '../errors/reply-broken-off.ts'
import { isOutage, MOST_BROKEN_OFF, planWait } from './plan-wait.ts'

const DAY_MS = 86_400_000
const failure = (retryAfterMs?: number) =>
  new DocentError('model_failed', 'The model is away.', {
    isRetryable: true,
    ...defined({ retryAfterMs }),
  })
const delay = (waits: number, ms = 0, retryAfterMs?: number, random = 0) =>
  planWait(failure(retryAfterMs), { waits, ms, now: 0 }, DAY_MS, () => random, 'model')?.delayMs

describe('the wait for a provider that is away', () => {
  test('grows from one second to at most five minutes, with jitter in its upper half', () => {
    expect([0, 1, 2, 3, 20, 5_000].map((waits) => delay(waits))).toEqual([
      1_000, 2_000, 4_000, 8_000, 150_000, 150_000,
    ])
    expect(delay(2, 0, undefined, 0.5)).toBe(6_000)
    expect(delay(20, 0, undefined, 1)).toBe(300_000)
  })

  test('is never shorter than the provider asks for', () => {
    expect(delay(0, 0, 45_000)).toBe(45_000)
    expect(delay(0, 0, 3_600_000)).toBe(3_600_000)
    expect(delay(9, 0, 1)).toBe(150_000)
  })

  test('ends with the longest outage, and is refused after it', () => {
    expect(delay(20, DAY_MS - 10)).toBe(10)
    expect(delay(20, DAY_MS)).toBeUndefined()
    expect(planWait(failure(), { waits: 0, ms: 0, now: 0 }, 0, () => 0, 'model')).toBeUndefined()
  })

  test('says why and until when', () => {
    expect(planWait(failure(), { waits: 0, ms: 3_000, now: 5_000 }, DAY_MS, () => 0, 'model')).toMatchObject({
      events: [{ type: 'waiting', reason: 'The model is away.', until: '1970-01-01T00:00:06.000Z' }],
      waiting: { for: 'model', reason: 'The model is away.', since: 2_000, until: 6_000 },
    })
  })

  test('ends when the model broke its reply off too often in a row, and begins the count anew after an outage', () => {
    const plan = (error: DocentError, brokenOff?: number) =>
      planWait(error, { waits: 40, ms: 3_600_000, now: 0 }, DAY_MS, () => 0, 'model', {
        ...{ for: 'model', reason: '', since: 0, until: 0 },
        ...defined({ brokenOff }),
      })
    const broken = new ReplyBrokenOff(failure())
    expect(plan(broken)?.waiting).toMatchObject({ brokenOff: 1 })
    expect(plan(broken, MOST_BROKEN_OFF - 1)?.waiting).toMatchObject({ brokenOff: MOST_BROKEN_OFF })
    expect(plan(broken, MOST_BROKEN_OFF)).toBeUndefined()
    expect(plan(failure(), MOST_BROKEN_OFF)?.waiting).not.toHaveProperty('brokenOff')
  })

  test('is for failures that pass, and for no others', () => {
    expect(isOutage(failure())).toBe(true)
    expect(isOutage(new DocentError('model_failed', 'The key was refused.'))).toBe(false)
    expect(isOutage(new Error('broken'))).toBe(false)
  })
})

import { ManualClock } from '@docent/testing'
import { expect, test } from 'vitest'
import { DocentError } from '../../errors/docent-error.ts'
import { ProviderHealth } from './provider-health.ts'

const MINUTE = 60_000
const away = new DocentError('git_host_failed', 'The host answered 503.', { isRetryable: true })

test('says since when a provider fails, and why, until it works again', () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1))
  const health = new ProviderHealth(clock)
  expect(health.health('git host')).toEqual({ ok: true })
  health.failed('git host', 'github', away)
  clock.advance(MINUTE)
  health.failed('git host', 'github', away)
  health.failed('git host', 'gitlab', away)
  expect(health.health('model')).toEqual({ ok: true })
  expect(health.health('git host')).toEqual({
    ok: false,
    isDegraded: true,
    message:
      'The git host github has been failing since 2026-01-01T00:00:00.000Z: The host answered 503. The git host gitlab has been failing since 2026-01-01T00:01:00.000Z: The host answered 503.',
  })
  health.succeeded('git host', 'github')
  health.succeeded('git host', 'gitlab')
  expect(health.health('git host')).toEqual({ ok: true })
})

test('takes no failure of the caller for one of the provider', () => {
  const health = new ProviderHealth(new ManualClock())
  health.failed(
    'git host',
    'github',
    new DocentError('git_host_misconfigured', 'There is no such repository.'),
  )
  health.failed('git host', 'github', new DocentError('push_conflict', 'The branch moved.'))
  expect(health.health('git host')).toEqual({ ok: true })
})

test('forgets a failure that nobody has looked at for a quarter of an hour', () => {
  const clock = new ManualClock()
  const health = new ProviderHealth(clock)
  health.failed('model', 'anthropic:x', away)
  clock.advance(15 * MINUTE - 1)
  expect(health.health('model').ok).toBe(false)
  clock.advance(1)
  expect(health.health('model').ok).toBe(true)
})

import { ManualClock, MemoryNamedLeases } from '@docent/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projectId } from '../../domain/ids.ts'
import { WriterLease } from './writer-lease.ts'

const project = projectId('docs')
const times = { leaseMs: 3_000, heartbeatMs: 1_000 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('holds for as long as its setting says, and is renewed as often as its setting says', async () => {
  const clock = new ManualClock()
  const leases = new MemoryNamedLeases(clock)
  const acquire = vi.spyOn(leases, 'acquire')
  const lease = await WriterLease.take(leases, project, 'one', times)
  expect(acquire).toHaveBeenCalledWith('index:docs', 'one', 3_000, {})
  for (let beat = 0; beat < 5; beat++) {
    clock.advance(1_000)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(acquire).toHaveBeenCalledTimes(6)
  expect(lease.signal.aborted).toBe(false)
  await lease.giveBack()
  expect(await leases.acquire('index:docs', 'two', 1_000)).toBe(true)
})

test('is lost to the process that took it over, and says when to ask again', async () => {
  const clock = new ManualClock()
  const leases = new MemoryNamedLeases(clock)
  const lease = await WriterLease.take(leases, project, 'one', times)
  clock.advance(times.leaseMs)
  const other = await WriterLease.take(leases, project, 'two', times)
  await vi.advanceTimersByTimeAsync(times.heartbeatMs)
  expect(lease.signal.reason).toMatchObject({ code: 'lease_lost' })
  await expect(WriterLease.take(leases, project, 'one', times)).rejects.toMatchObject({
    code: 'conflict',
    isRetryable: true,
    retryAfterMs: 1_000,
  })
  await Promise.all([lease.giveBack(), other.giveBack()])
})

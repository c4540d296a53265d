import { expect, test } from 'vitest'
import { measureShare, wasHeldBack } from './held-back.ts'

const LEASE_MS = 15_000

test.each([
  ['a process that was paused for a minute', { elapsedMs: 60_000, cpuMs: 20 }, true],
  ['a process among many on a busy machine', { elapsedMs: 16_000, cpuMs: 3_000 }, true],
  ['a machine that slept: its clock stood still', { elapsedMs: 4_000, cpuMs: 4_000 }, true],
  ['a loop that let no heartbeat through', { elapsedMs: 16_000, cpuMs: 15_900 }, false],
  ['a parser of several threads', { elapsedMs: 16_000, cpuMs: 30_000 }, false],
])('of %s', (_, share, heldBack) => {
  expect(wasHeldBack(share, LEASE_MS)).toBe(heldBack)
})

test('a loop takes the processor, and a wait does not', async () => {
  const share = measureShare()
  const end = performance.now() + 300
  while (performance.now() < end);
  const busy = share().cpuMs
  expect(busy).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { elapsedMs, cpuMs } = share()
  expect(elapsedMs).toBeGreaterThanOrEqual(600 - 2)
  expect(cpuMs).toBeLessThan(elapsedMs)
  expect(cpuMs).toBeGreaterThanOrEqual(busy)
})

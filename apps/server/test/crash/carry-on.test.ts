import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { crashScenes } from './crash-scenes.ts'

/** `CARRY_ON_LEASE_MS=15000` measures with the lease that a server has. */
const killedLeaseMs = Number(process.env.CARRY_ON_LEASE_MS ?? 5000)
const scene = crashScenes()
const untilCalls = (calls: () => unknown[], count: number) =>
  vi.waitFor(() => expect(calls().length).toBeGreaterThanOrEqual(count), { timeout: 100_000, interval: 5 })

test('the job of a dead worker is carried on by a waiting one within the lease and a second', async () => {
  const { worker, settled, timedCalls, create } = await scene({ leaseMs: killedLeaseMs })
  const job = await create()
  const doomed = worker({ stepMs: 60_000 })
  await untilCalls(timedCalls, 2)
  await once(worker(), 'message')
  const died = Date.now()
  doomed.kill('SIGKILL')
  await untilCalls(timedCalls, 3)
  const [step, at] = timedCalls()[2] ?? []
  console.log(`carried on ${Number(at) - died} ms after a kill, with a lease of ${killedLeaseMs} ms`)
  expect(step).toBe(1)
  expect(await settled(job)).toMatchObject({ status: 'completed' })
  // What it takes the waiting worker to claim a job and to open its workspace on this machine, as busy as it is.
  const before = timedCalls().length
  const created = Date.now()
  await create()
  await untilCalls(timedCalls, before + 1)
  const usual = Number(timedCalls()[before]?.[1]) - created
  expect(Number(at) - died).toBeLessThanOrEqual(killedLeaseMs + 1000 + usual)
}, 120_000)

test('the job of a worker that was stopped cleanly is carried on at once', async () => {
  const { worker, settled, timedCalls, create } = await scene({ leaseMs: 30_000 })
  const job = await create()
  const leaving = worker({ stepMs: 600 })
  await untilCalls(timedCalls, 2)
  await once(worker(), 'message')
  leaving.kill('SIGTERM')
  const exited = once(leaving, 'exit')
  await untilCalls(timedCalls, 3)
  const [step, at] = timedCalls()[2] ?? []
  const [, stepBegan] = timedCalls()[1] ?? []
  const waited = Number(at) - Number(stepBegan) - 600
  console.log(`carried on ${waited} ms after the last step of a worker that was told to stop`)
  // The step that was running is not asked again, and nobody waits for the lease.
  expect(step).toBe(2)
  expect(waited).toBeLessThan(10_000)
  expect(await settled(job)).toMatchObject({ status: 'completed' })
  expect(await exited).toEqual([0, null])
}, 120_000)

import { expect, test } from 'vitest'
import { WakeUp } from './wake-up.ts'

test('does not lose a ring between the look and falling asleep', async () => {
  const wakeUp = new WakeUp()
  wakeUp.reset()
  wakeUp.ring()
  await wakeUp.wait()
})

test('sleeps on until the next ring after a reset', async () => {
  const wakeUp = new WakeUp()
  wakeUp.ring()
  wakeUp.reset()
  let awake = false
  const waiting = wakeUp.wait().then(() => {
    awake = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(awake).toBe(false)
  wakeUp.ring()
  await waiting
  expect(awake).toBe(true)
})

test('wakes when the signal aborts, also before it begins, and after the time given', async () => {
  const wakeUp = new WakeUp()
  const controller = new AbortController()
  const waiting = wakeUp.wait({ signal: controller.signal, timeoutMs: 2 ** 40 })
  controller.abort()
  await waiting
  await wakeUp.wait({ signal: controller.signal })
  await wakeUp.wait({ timeoutMs: 1 })
})

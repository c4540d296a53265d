import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** What never comes ends a case after this. Long, because a busy machine is slow; what comes in time does not wait for it. */
const TIMEOUT_MS = 60_000
/** With a planted fault, cases wait in vain on purpose. */
const TIMEOUT_WITH_FAULTS_MS = 4_000

const timeout = new AsyncLocalStorage<number>()

/** Fails when the promise does not settle in time, so that a broken adapter fails a case instead of hanging it. */
export async function soon<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const ms = timeout.getStore() ?? TIMEOUT_MS
  const timer = setTimeout(() => reject(new Error(`Waited ${ms} ms in vain for ${what}.`)), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs cases of an adapter with a planted fault, which wait less. */
export function withShortTimeout<Value>(run: () => Promise<Value>): Promise<Value> {
  return timeout.run(TIMEOUT_WITH_FAULTS_MS, run)
}

/** Looks again and again until `check` no longer throws, and answers what it answers. */
export async function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  const ms = timeout.getStore() ?? TIMEOUT_MS
  for (const until = performance.now() + ms; ; await sleep(20)) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}

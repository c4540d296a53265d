import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, in milliseconds; rejects with the reason of an aborted signal. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {})
  } catch (error) {
    // Node throws an error of its own instead of the reason.
    signal?.throwIfAborted()
    throw error
  }
}

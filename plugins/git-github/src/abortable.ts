import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Rejects with the signal's reason as soon as it is aborted. The client's own waits between two attempts do not
 * look at signals; what it does after that is refused by `fetch`, which has the same signal.
 */
export async function abortable<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work()
  signal.throwIfAborted()
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
  }
}

/** Waits, in milliseconds; rejects when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return sleep(ms, undefined, signal ? { signal } : {})
}

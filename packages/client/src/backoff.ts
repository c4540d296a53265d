const FIRST_MS = 250
const MOST_MS = 8_000

/** How long to wait before retry number `attempt` (the first is 0): exponential, with full jitter of its upper half. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(MOST_MS, FIRST_MS * 2 ** attempt)
  return ceiling / 2 + random() * (ceiling / 2)
}

/** Resolves after `ms`. @throws the signal's reason when it aborts first. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

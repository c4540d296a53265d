const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses between the attempts of a task, ms. After the last one it is dead. */
const DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR]

/** Longest time that a receiver may ask us to wait, ms. */
const MAX_RETRY_AFTER = 24 * HOUR

/**
 * How long to wait before the next attempt, ms, with up to a fifth more by chance, so that what failed together does
 * not come back together; undefined when no attempt is left.
 * @param attempts made so far, at least one.
 */
export function retryDelay(
  attempts: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined {
  const delay = DELAYS[attempts - 1]
  if (delay === undefined) return undefined
  return Math.max(delay, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER)) * (1 + random() / 5)
}

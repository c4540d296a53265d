const HOUR_MS = 3_600_000

/**
 * All of them, from where the hour begins: a round that takes only some comes to each of them in time, whichever process
 * makes it.
 *
 * @param perRound how many an hourly round takes
 * @param now milliseconds since the epoch
 */
export function inTurn<Item>(items: readonly Item[], perRound: number, now: number): Item[] {
  const start = items.length === 0 ? 0 : (Math.floor(now / HOUR_MS) * perRound) % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

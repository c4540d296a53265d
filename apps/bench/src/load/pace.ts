import { setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  readonly perSecond: number
  readonly durationMs: number
  /** Beyond so many under way a start is left out and counted: a slow machine is not buried. */
  readonly atMost: number
}

/** Starts work at random moments, so many a second, whether or not earlier work has ended. Waits for what it began. */
export async function pace(
  { perSecond, durationMs, atMost }: Pace,
  work: () => Promise<void>,
  onLeftOut: () => void,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const end = performance.now() + durationMs
  let next = performance.now()
  while (perSecond > 0) {
    next += (-Math.log(1 - Math.random()) / perSecond) * 1_000
    if (next >= end) break
    await sleep(Math.max(0, next - performance.now()))
    if (underWay.size >= atMost) {
      onLeftOut()
      continue
    }
    const one: Promise<void> = work().finally(() => underWay.delete(one))
    underWay.add(one)
  }
  await Promise.all(underWay)
}

/** So many callers, each with one piece of work under way, for a while. */
export async function closedLoop(
  callers: number,
  durationMs: number,
  work: () => Promise<void>,
): Promise<void> {
  const end = performance.now() + durationMs
  const loop = async () => {
    while (performance.now() < end) await work()
  }
  await Promise.all(Array.from({ length: callers }, loop))
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { quantile } from '../figures.ts'

export interface Latency {
  p50: number
  p99: number
  perSecond: number
  searches: number
}

/** Slow engines are asked for so long, and then judged by what they had answered. */
const LONGEST_MS = 60_000

/**
 * Asks everything once, with so many callers at a time. A caller asks again in the turn of the event loop after its
 * answer, and its time counts from then: where an engine holds the loop up, the others wait, and it shows.
 */
export async function measureLatency(
  texts: readonly string[],
  callers: number,
  search: (text: string) => Promise<unknown>,
): Promise<Latency> {
  const times: number[] = []
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < texts.length && performance.now() - started < LONGEST_MS) {
        const text = texts[next++] ?? ''
        const start = performance.now()
        if (callers > 1) await nextTurn()
        await search(text)
        times.push(performance.now() - start)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    perSecond: times.length / seconds,
    searches: times.length,
  }
}

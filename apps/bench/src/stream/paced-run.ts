import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile, row } from '../figures.ts'
import type { Candidate } from './candidate.ts'
import { type OnDelta, readPaced } from './paced-client.ts'
import { now, PACE_MS } from './stream-model.ts'

/** How long deltas that were due in the measured time are waited for behind it, ms. */
const GRACE_MS = 15_000
/** How long the last reply may take to begin; what has not begun then is left out, ms. */
const BEGIN_MS = 60_000
/** Deltas of a reply: more than are read, it is cut off in the end. */
const ENDLESS = 10_000

export function pacedHeader(): void {
  row(
    '',
    'delay p50, ms',
    'p99',
    'max',
    'of a core',
    'µs a delta',
    'resident',
    'came in time',
    'not after 15 s',
    'load: of a core',
    'its lag, p99',
  )
}

/**
 * So many replies at once, each with 50 deltas a second, begun one after the other; then measured for `windowMs`. A
 * delay is from when the model made a delta to when the load generator read it. The generator tells what it took
 * itself: above 90 % of a core, or with a lag near the delays, the figures are its own.
 */
export async function paced(
  { name, server, target }: Candidate,
  streams: number,
  windowMs: number,
): Promise<void> {
  const rampMs = Math.max(1_000, streams * 5)
  let from = Number.POSITIVE_INFINITY
  let inTime = 0
  const delays: number[] = []
  const collect = (due: number, delay: number) => {
    const arrived = due + delay
    if (arrived >= from && arrived < from + windowMs) inTime++
    if (due >= from && due < from + windowMs) delays.push(delay)
  }
  const end = new AbortController()
  const replies: Promise<Error | undefined>[] = []
  let begun = 0
  const ramp = now()
  for (let n = 0; n < streams; n++) {
    let isFirst = true
    const onDelta: OnDelta = (due, delay) => {
      if (isFirst) begun++
      isFirst = false
      collect(due, delay)
    }
    replies.push(readPaced(target, ENDLESS, onDelta, end.signal))
    const ahead = ramp + ((n + 1) * rampMs) / streams - now()
    if (ahead > 0) await sleep(ahead)
  }
  for (let waited = 0; waited < BEGIN_MS && begun < streams; waited += 100) await sleep(100)
  await sleep(1_000)
  const expected = Math.round((begun * windowMs) / PACE_MS)
  const lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  from = now()
  const ownBefore = process.cpuUsage()
  const before = await server.usage()
  await sleep(windowMs)
  const after = await server.usage()
  const own = process.cpuUsage(ownBefore)
  lag.disable()
  for (let waited = 0; waited < GRACE_MS && delays.length < expected * 0.9999; waited += 100) await sleep(100)
  // A reply may be one delta ahead or behind at either end of the window.
  const missing = Math.max(0, expected - begun - delays.length)
  end.abort()
  const failures = (await Promise.all(replies)).filter((error) => error !== undefined)
  if (failures.length > 0) console.log(`(${failures.length} connections failed: ${failures[0]?.message})`)

  /** What has not come is later than all that has. */
  const delay = (share: number) => {
    const rank = share * (delays.length + missing)
    return rank > delays.length ? `> ${GRACE_MS}` : quantile(delays, rank / delays.length).toFixed(1)
  }
  const ofCore = (us: number) => `${(us / 10 / windowMs).toFixed(0)} %`
  const cpuUs = after.cpuUs - before.cpuUs
  row(
    begun < streams ? `${name}, ${begun} of ${streams}` : `${name}, ${streams}`,
    delay(0.5),
    delay(0.99),
    delay(1),
    ofCore(cpuUs),
    (cpuUs / inTime).toFixed(1),
    `${(after.rss / 1_048_576).toFixed(0)} MiB`,
    `${((inTime / expected) * 100).toFixed(1)} %`,
    `${missing}`,
    ofCore(own.user + own.system),
    `${(lag.percentile(99) / 1e6).toFixed(0)} ms`,
  )
}

import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median, quantile, row } from './figures.ts'
import { type MeasuredProcess, serveMeasured, startProcess } from './measured-process.ts'
import type { BenchServer } from './stream/bench-server.ts'
import { readBurst, readPaced, type Target } from './stream/stream-client.ts'
import { now, PACE_MS, streamModel } from './stream/stream-model.ts'

/**
 * Streaming an answer: the whole server (key, limits, retrieval, thread) beside a hand-written loop over the model's
 * stream and beside the AI SDK's own helper, all with the same model, all in one run. CPU is that of the server's
 * process alone. Run with `node apps/bench/run.mjs stream`, or one part with `… stream burst`,
 * `… stream paced` or `… stream many`.
 */
const SERVERS: Readonly<Record<string, () => Promise<BenchServer>>> = {
  floor: async () => (await import('./stream/floor-server.ts')).floorServer(),
  docent: docentServer,
  ai7: async () => (await import('./stream/sdk-server.ts')).sdkServer(),
}

const BURST = 2_000
const SHORT_BURST = 20
const ROUNDS = 7

async function docentServer(): Promise<BenchServer> {
  const { startDocent } = await import('./docent-under-test.ts')
  const { url, assistantKey } = await startDocent(streamModel())
  const path = (version: string) => `/discovery/${version}/assistant/docs/message`
  return {
    url,
    paths: { v1: path('v1'), v2: path('v2') },
    headers: { authorization: `Bearer ${assistantKey}` },
  }
}

interface Candidate {
  readonly name: string
  readonly server: MeasuredProcess
  readonly target: Target
  /** Bursts a round. */
  readonly bursts: number
}

type Candidates = readonly [Candidate, Candidate, Candidate, Candidate, Candidate]

async function candidates(): Promise<Candidates> {
  const program = fileURLToPath(import.meta.url)
  const [floor, docent, ai7] = (await Promise.all(
    Object.keys(SERVERS).map((name) => startProcess(program, name)),
  )) as [MeasuredProcess, MeasuredProcess, MeasuredProcess]
  const candidate = (name: string, server: MeasuredProcess, version: string, bursts: number): Candidate => ({
    name,
    server,
    target: { url: server.url + server.paths[version], headers: server.headers },
    bursts,
  })
  return [
    candidate('floor, v2', floor, 'v2', 60),
    candidate('Docent, v2', docent, 'v2', 60),
    candidate('floor, v1', floor, 'v1', 60),
    candidate('Docent, v1', docent, 'v1', 60),
    candidate("ai 7's helper, v2", ai7, 'v2', 8),
  ]
}

/** CPU µs of the server for one burst of so many deltas. */
async function burstCost({ server, target, bursts }: Candidate, deltas: number) {
  const before = await server.usage()
  const times = []
  for (let n = 0; n < bursts; n++) times.push(await readBurst(target, deltas))
  const after = await server.usage()
  return { cpuUs: (after.cpuUs - before.cpuUs) / bursts, times }
}

/** The candidates take turns, so that a busy moment of the machine strikes all of them. */
async function bursts(all: readonly Candidate[]): Promise<void> {
  const figures = all.map((candidate) => ({
    candidate,
    long: [] as number[],
    short: [] as number[],
    firstByte: [] as number[],
    firstText: [] as number[],
  }))
  for (const candidate of all) await burstCost(candidate, BURST)
  for (let round = 0; round < ROUNDS; round++) {
    for (const { candidate, long, short, firstByte, firstText } of figures) {
      long.push((await burstCost(candidate, BURST)).cpuUs)
      const small = await burstCost(candidate, SHORT_BURST)
      short.push(small.cpuUs)
      firstByte.push(...small.times.map((times) => times.firstByte))
      firstText.push(...small.times.map((times) => times.firstText))
    }
  }
  console.log(`\nBursts of ${BURST} deltas, one after the other; medians of ${ROUNDS} rounds`)
  row('', 'µs a delta', '… added by one', 'ms a reply of 20', 'first byte, ms', 'first text, ms', '… p99')
  for (const { candidate, long, short, firstByte, firstText } of figures) {
    row(
      candidate.name,
      (median(long) / BURST).toFixed(2),
      ((median(long) - median(short)) / (BURST - SHORT_BURST)).toFixed(2),
      (median(short) / 1_000).toFixed(2),
      median(firstByte).toFixed(2),
      median(firstText).toFixed(2),
      quantile(firstText, 0.99).toFixed(2),
    )
  }
}

/** So many replies at once, each with 50 deltas a second, begun one after the other; then measured for `windowMs`. */
async function paced({ name, server, target }: Candidate, streams: number, windowMs: number): Promise<void> {
  const rampMs = Math.max(1_000, streams * 5)
  const deltas = Math.ceil((rampMs * 2 + 2_000 + windowMs) / PACE_MS)
  let from = Number.POSITIVE_INFINITY
  const delays: number[] = []
  const collect = (due: number, delay: number) => {
    if (due >= from && due < from + windowMs) delays.push(delay)
  }
  const replies: Promise<void>[] = []
  const begun = now()
  for (let n = 0; n < streams; n++) {
    replies.push(readPaced(target, deltas, collect))
    const ahead = begun + ((n + 1) * rampMs) / streams - now()
    if (ahead > 0) await sleep(ahead)
  }
  await sleep(1_000)
  from = now()
  const before = await server.usage()
  await sleep(windowMs)
  const after = await server.usage()
  await Promise.all(replies)
  const expected = (streams * windowMs) / PACE_MS
  if (delays.length < expected * 0.99) console.log(`(${delays.length} of ${expected} deltas)`)
  const cpuUs = after.cpuUs - before.cpuUs
  row(
    `${name}, ${streams}`,
    quantile(delays, 0.5).toFixed(1),
    quantile(delays, 0.99).toFixed(1),
    quantile(delays, 1).toFixed(1),
    `${((cpuUs / 1_000 / windowMs) * 100).toFixed(0)} %`,
    (cpuUs / delays.length).toFixed(1),
    `${(after.rss / 1_048_576).toFixed(0)} MiB`,
  )
}

async function pacedRuns([floor, docent, floorV1, docentV1, ai7]: Candidates): Promise<void> {
  console.log(
    '\nReplies at 50 deltas a second each, all at once, measured for 10 s; the pairs run side by side',
  )
  row('', 'delay p50, ms', 'p99', 'max', 'of a core', 'µs a delta', 'resident')
  for (const together of [[floor, docent], [floorV1, docentV1], [ai7]])
    await Promise.all(together.map((candidate) => paced(candidate, 100, 10_000)))
}

/** One candidate at a time: a thousand streams keep a core busy, and the client another. */
async function manyRuns([floor, docent, , docentV1]: Candidates): Promise<void> {
  console.log('\nA thousand replies at 50 deltas a second each, all at once, measured for 10 s')
  row('', 'delay p50, ms', 'p99', 'max', 'of a core', 'µs a delta', 'resident')
  for (const candidate of [floor, docent, docentV1]) await paced(candidate, 1_000, 10_000)
}

async function main([flag, name]: readonly string[]): Promise<void> {
  if (flag === '--serve') {
    const start = SERVERS[name ?? '']
    if (!start) throw new Error(`There is no server ${name}.`)
    return serveMeasured(start)
  }
  const all = await candidates()
  try {
    if (flag === undefined || flag === 'burst') await bursts(all)
    if (flag === undefined || flag === 'paced') await pacedRuns(all)
    if (flag === undefined || flag === 'many') await manyRuns(all)
  } finally {
    for (const server of new Set(all.map((candidate) => candidate.server))) await server.stop()
  }
}

await main(process.argv.slice(2))

import { fileURLToPath } from 'node:url'
import { median, quantile, row } from './figures.ts'
import type { BenchServer } from './stream/bench-server.ts'
import { CANDIDATE_NAMES, type Candidate, startCandidates, stopCandidates } from './stream/candidate.ts'
import { serveMeasured } from './stream/measured-process.ts'
import { paced, pacedHeader } from './stream/paced-run.ts'
import { readBurst } from './stream/stream-client.ts'
import { streamModel } from './stream/stream-model.ts'

/**
 * Streaming an answer: the whole server (key, limits, retrieval, thread) beside a hand-written loop over the model's
 * stream and beside the AI SDK's own helper, all with the same model, all in one run. CPU is that of the server's
 * process alone. Run with `node apps/bench/run.mjs stream`, or one part with `… stream burst`,
 * `… stream paced` or `… stream many`; `… stream many Docent 500` takes only candidates
 * with that in their name, and so many replies at once.
 */
const SERVERS: Readonly<Record<string, () => Promise<BenchServer>>> = {
  floor: async () => (await import('./stream/floor-server.ts')).floorServer(),
  docent: docentServer,
  ai7: async () => (await import('./stream/sdk-server.ts')).sdkServer(),
}

const PROGRAM = fileURLToPath(import.meta.url)
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

/** A hundred replies at once of each candidate, the pairs side by side. */
async function pacedRuns([floor, docent, floorV1, docentV1, ai7]: readonly Candidate[]): Promise<void> {
  console.log(
    '\nReplies at 50 deltas a second each, all at once, measured for 10 s; the pairs run side by side',
  )
  pacedHeader()
  for (const together of [[floor, docent], [floorV1, docentV1], [ai7]])
    await Promise.all(together.map((candidate) => candidate && paced(candidate, 100, 10_000)))
}

/** A process of its own for each candidate, one after the other: a thousand streams keep a core busy, and the client another. */
async function manyRuns(named: string, streams: number): Promise<void> {
  console.log(`\n${streams} replies at 50 deltas a second each, all at once, measured for 10 s`)
  pacedHeader()
  for (const name of CANDIDATE_NAMES.filter((each) => each.includes(named))) {
    const candidates = await startCandidates(PROGRAM, name)
    try {
      for (const candidate of candidates) await paced(candidate, streams, 10_000)
    } finally {
      await stopCandidates(candidates)
    }
  }
}

async function main([part, name = '', streams = '1000']: readonly string[]): Promise<void> {
  if (part === '--serve') {
    const start = SERVERS[name]
    if (!start) throw new Error(`There is no server ${name}.`)
    return serveMeasured(start)
  }
  if (part !== 'many') {
    const candidates = await startCandidates(PROGRAM)
    try {
      if (part === undefined || part === 'burst') await bursts(candidates)
      if (part === undefined || part === 'paced') await pacedRuns(candidates)
    } finally {
      await stopCandidates(candidates)
    }
  }
  if (part === undefined || part === 'many') await manyRuns(name, Number(streams))
}

await main(process.argv.slice(2))

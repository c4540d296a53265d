import { cpus, loadavg } from 'node:os'
import { setInterval as every, setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Clients } from './load/clients.ts'
import { growthOf } from './load/growth.ts'
import { openHalf } from './load/half-open.ts'
import type { LoadServer, Sample } from './load/load-messages.ts'
import { LoadProcess } from './load/load-process.ts'
import { closedLoop, pace } from './load/pace.ts'
import { serveLoad } from './load/serve-load.ts'
import { Tally } from './load/tally.ts'

/**
 * A server under load for a long time, with the default adapters and the offline model. Measures its capacity in
 * questions and jobs a second, then loads it to 70 % of that beside slow readers, half-open connections and clients
 * that leave, then to 20 %. Fails on any unexpected error and on memory or file descriptors that grow.
 * Run with `node apps/bench/run.mjs load`; CONTRIBUTING.md has the long form.
 */
const SAMPLE_MS = 5_000
const QUESTION_CALLERS = 32
const JOB_CALLERS = 4
/** Moments of a calm phase at which nothing is under way: what is held then does not follow the load. */
const RESTS = 16
/** Until the server has seen that its clients are gone. */
const REST_MS = 1_000
const MEGABYTE = 1024 * 1024
/** Of all of a busy phase, beside its questions and jobs. */
const BAD_CLIENTS_PER_SECOND = { slow: 0.05, nothing: 0.05, left: 1, halfOpen: 0.5 }
const FLAT = {
  rss: { share: 0.1, amount: 24 * MEGABYTE },
  live: { share: 0.05, amount: 4 * MEGABYTE },
  descriptors: { share: 0, amount: 4 },
  threads: { share: 0, amount: 2 },
} as const

interface Phase {
  readonly name: string
  readonly minutes: number
  /** Of the capacity. */
  readonly share: number
  readonly hasBadClients: boolean
}

interface Capacity {
  readonly questions: number
  readonly jobs: number
}

const { values: options } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '20' },
    busy: { type: 'string', default: '2' },
    calm: { type: 'string', default: '2' },
  },
})

if (options.serve) await serveLoad()
else process.exit(await main())

async function main(): Promise<number> {
  const { server, process } = await LoadProcess.start(fileURLToPath(import.meta.url))
  const findings: string[] = []
  try {
    const capacity = await measureCapacity(server, Number(options.seconds) * 1_000, findings)
    say({ capacity, cpus: cpus().length, load: loadavg()[0] })
    const phases: Phase[] = [
      { name: 'busy', minutes: Number(options.busy), share: 0.7, hasBadClients: true },
      { name: 'calm', minutes: Number(options.calm), share: 0.2, hasBadClients: false },
    ]
    for (const phase of phases) await runPhase(phase, capacity, server, process, findings)
  } finally {
    await process.stop()
  }
  findings.push(...process.failures.map((line) => `log: ${line.slice(0, 2_000)}`))
  say({ findings: [...new Set(findings)].slice(0, 50), count: findings.length })
  return findings.length === 0 ? 0 : 1
}

/** Questions and jobs at the same time, each as fast as its callers can. */
async function measureCapacity(server: LoadServer, ms: number, findings: string[]): Promise<Capacity> {
  const measured = async (durationMs: number): Promise<Capacity> => {
    const tally = new Tally()
    const clients = new Clients(server, tally)
    const start = performance.now()
    await Promise.all([
      closedLoop(QUESTION_CALLERS, durationMs, () => tally.watch('question', () => clients.ask())),
      closedLoop(JOB_CALLERS, durationMs, () => tally.watch('job', () => clients.runJob())),
    ])
    const seconds = (performance.now() - start) / 1_000
    clients.close()
    findings.push(...tally.errors.map((error) => `capacity: ${error}`))
    return { questions: tally.done('question') / seconds, jobs: tally.done('job') / seconds }
  }
  // The first seconds compile code and fill caches.
  await measured(ms / 4)
  return measured(ms)
}

async function runPhase(
  { name, minutes, share, hasBadClients }: Phase,
  capacity: Capacity,
  server: LoadServer,
  process: LoadProcess,
  findings: string[],
): Promise<void> {
  const durationMs = minutes * 60_000
  // With bad clients, what is held follows who is there: growth is judged in the calm that follows.
  const rests = hasBadClients ? 1 : RESTS
  const tally = new Tally()
  const clients = new Clients(server, tally)
  const ended = new AbortController()
  const samples: Sample[] = []
  const atRest: Sample[] = []
  const sampling = takeSamples(process, samples, ended.signal, name)
  const begin = (what: string, perSecond: number, atMost: number, work: () => Promise<void>) =>
    pace(
      { perSecond, durationMs: durationMs / rests, atMost },
      () => tally.watch(what, work),
      () => tally.count(`${what}: not begun, ${atMost} were under way`),
    )
  let opened = 0
  const { slow, nothing, left, halfOpen } = BAD_CLIENTS_PER_SECOND
  for (let rest = 0; rest < rests; rest += 1) {
    await Promise.all([
      begin('question', capacity.questions * share, 200, () => clients.ask()),
      begin('job', capacity.jobs * share, 50, () => clients.runJob()),
      ...(hasBadClients
        ? [
            begin('slow reader', slow, 50, () => clients.readSlowly()),
            begin('reader of nothing', nothing, 50, () => clients.readNothing()),
            begin('client that leaves', left, 50, () => clients.leave()),
            begin('half-open connection', halfOpen, 200, () => openHalf(server, opened++, tally)),
          ]
        : []),
    ])
    clients.close()
    await sleep(REST_MS)
    atRest.push(await process.sample())
  }
  ended.abort()
  await sampling
  findings.push(...tally.errors.map((error) => `${name}: ${error}`))
  const growth = hasBadClients ? {} : judge(name, atRest, findings)
  say({
    phase: name,
    minutes,
    share,
    ...tally.figures(),
    ...spent(samples),
    growth,
    errors: tally.errors.length,
  })
}

function judge(name: string, samples: readonly Sample[], findings: string[]) {
  return Object.fromEntries(
    Object.entries(FLAT).map(([what, tolerance]) => {
      const growth = growthOf(
        samples.map((sample) => sample[what as keyof typeof FLAT]),
        tolerance,
      )
      if (!growth.isFlat) findings.push(`${name}: ${what} grew from ${growth.first} to ${growth.last}`)
      return [what, growth]
    }),
  )
}

function spent(samples: readonly Sample[]) {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return {}
  return {
    cpuShare: Math.round((last.cpuUs - first.cpuUs) / (last.at - first.at) / 10) / 100,
    rssMb: Math.round(Math.max(...samples.map(({ rss }) => rss)) / MEGABYTE),
    loopDelayMs: Math.round(Math.max(...samples.map(({ loopDelayMs }) => loopDelayMs))),
    machineLoad: loadavg()[0],
  }
}

async function takeSamples(
  process: LoadProcess,
  samples: Sample[],
  signal: AbortSignal,
  phase: string,
): Promise<void> {
  try {
    for await (const _ of every(SAMPLE_MS, undefined, { signal })) {
      samples.push(await process.sample())
      if (samples.length % 12 === 0) say({ phase, ...samples.at(-1) })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function say(line: object): void {
  console.log(JSON.stringify(line))
}

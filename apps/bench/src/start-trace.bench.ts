import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate, Postgres } from '@docent/postgres'
import { PostgresServer } from '@docent/simulators'
import { MIGRATIONS, PostgresJobStore } from '@docent/store-postgres'
import { quantile, row } from './figures.ts'
import { draft, finish } from './job-store-load.ts'

/**
 * Where the time from a create to the start of its job goes, on PostgreSQL: the boundaries of the slowest jobs, and
 * what PostgreSQL waited for meanwhile. Run with `node apps/bench/run.mjs start-trace --per-second 50`.
 */
const WORKERS = 4
const WARM_UP = 100
const SLOWEST = 8
const SAMPLE_MS = 2

/** Moments of one job, ms of one clock for all processes. */
interface Moments {
  called: number
  committed: number
  /** When the worker that got it began to wait, or had ended the job before. */
  free: number
  /** When that worker asked for it. */
  asked: number
  started: number
}

const { values: options } = parseArgs({
  options: {
    worker: { type: 'string' },
    'per-second': { type: 'string', default: '50' },
    seconds: { type: 'string', default: '10' },
  },
})
const now = () => performance.timeOrigin + performance.now()

if (options.worker) await work(options.worker)
else await trace(Number(options['per-second']), Number(options.seconds))

async function open(url: string, connections: number) {
  const postgres = new Postgres({ url, directUrl: url, schema: 'docent', connections })
  await postgres.open()
  await migrate(postgres, 'store', MIGRATIONS)
  const store = new PostgresJobStore(postgres)
  await store.start()
  return { postgres, store }
}

async function work(url: string): Promise<void> {
  const { store } = await open(url, 4)
  process.send?.('ready')
  let free = now()
  for (;;) {
    const asked = now()
    const claim = await store.claim(`w${process.pid}`, 15_000)
    if (!claim) {
      await store.waitForWork(30_000)
      continue
    }
    process.send?.({ id: claim.job.id, free, asked, started: now() })
    await finish(store, claim)
    free = now()
  }
}

async function trace(perSecond: number, seconds: number): Promise<void> {
  const server = await PostgresServer.start(true)
  const { postgres, store } = await open(server.url, 10)
  const jobs = new Map<string, Moments>()
  const workers = Array.from({ length: WORKERS }, () =>
    fork(fileURLToPath(import.meta.url), ['--worker', server.url], { execArgv: process.execArgv }),
  )
  try {
    for (const worker of workers) {
      await once(worker, 'message')
      worker.on('message', ({ id, ...moments }: Partial<Moments> & { id: string }) => {
        Object.assign(jobs.get(id) ?? {}, moments)
      })
    }
    const create = () => {
      const change = draft()
      const moments: Moments = { called: now(), committed: 0, free: 0, asked: 0, started: 0 }
      jobs.set(change.job.id, moments)
      return store.create(change).then(() => {
        moments.committed = now()
      })
    }
    const started = async () => {
      while ([...jobs.values()].some((job) => job.started === 0 || job.committed === 0)) await sleep(20)
    }
    for (let n = 0; n < WARM_UP; n += 1) await create()
    await started()
    jobs.clear()
    const stopping = new AbortController()
    const waits = sampleWaits(postgres, stopping.signal)
    for (let n = 0; n < perSecond * seconds; n += 1) {
      void create()
      await sleep((1_000 / perSecond) * 2 * Math.random())
    }
    await started()
    stopping.abort()
    show([...jobs.values()], await waits)
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
    await store.stop()
    await postgres.close()
    server.remove()
  }
}

/** How often each backend was seen in each wait: a share of the time. */
async function sampleWaits(postgres: Postgres, signal: AbortSignal): Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  while (!signal.aborted) {
    const { rows } = await postgres.query<{ what: string }>(
      `SELECT coalesce(wait_event_type || ':' || wait_event, 'running') || ' in ' ||
         regexp_replace(left(regexp_replace(query, '\\s+', ' ', 'g'), 48), '\\d+', 'N', 'g') AS what
       FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid()`,
    )
    for (const { what } of rows) seen.set(what, (seen.get(what) ?? 0) + 1)
    await sleep(SAMPLE_MS)
  }
  return seen
}

function show(jobs: readonly Moments[], waits: ReadonlyMap<string, number>): void {
  const parts = {
    'create to start': (job: Moments) => job.started - job.called,
    'create to commit': (job: Moments) => job.committed - job.called,
    'commit to its worker asking': (job: Moments) => Math.max(0, job.asked - job.committed),
    'of it, until that worker is free': (job: Moments) => Math.max(0, job.free - job.committed),
    'claim to start': (job: Moments) => job.started - Math.max(job.asked, job.called),
  }
  row(`${jobs.length} jobs, ms`, 'p50', 'p99', 'max')
  for (const [name, of] of Object.entries(parts)) {
    const times = jobs.map(of)
    row(name.padEnd(34), ...[0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1)))
  }
  console.log(`\nthe slowest ${SLOWEST}: ${Object.keys(parts).join(' | ')}`)
  const slowest = jobs.toSorted((a, b) => b.started - b.called - (a.started - a.called)).slice(0, SLOWEST)
  for (const job of slowest)
    console.log(
      Object.values(parts)
        .map((of) => of(job).toFixed(1).padStart(8))
        .join(' |'),
    )
  console.log('\nseen in PostgreSQL')
  for (const [what, count] of [...waits].sort((a, b) => b[1] - a[1]).slice(0, 14))
    console.log(`${String(count).padStart(6)} ${what}`)
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate, Postgres } from '@docent/postgres'
import { PostgresServer } from '@docent/simulators'
import { MIGRATIONS, PostgresJobStore } from '@docent/store-postgres'
import { Database, SqliteJobStore } from '@docent/store-sqlite'
import { BARE_TABLE, bareCreate, bareRun } from './bare-jobs.ts'
import { draft, finish, run, throughput } from './job-store-load.ts'

/**
 * The job store on PostgreSQL beside a bare SKIP LOCKED loop on the same server and SQLite on the same disk, every
 * commit flushed. Measures creates by the number of callers, whole runs (claim, record a step, settle), and the time
 * from a create to the start of its job with 4 worker processes. Run with `node apps/bench/run.mjs job-store-postgres`.
 */
const JOBS = 1_000
const ROUNDS = 3
const WORKERS = 4

const [role, url = ''] = process.argv.slice(2)
if (role === 'worker') await work()
else await measure()

async function openPostgres(address: string, connections = 10) {
  const postgres = new Postgres({ url: address, directUrl: address, schema: 'docent', connections })
  await postgres.open()
  await migrate(postgres, 'store', MIGRATIONS)
  const store = new PostgresJobStore(postgres)
  await store.start()
  return { postgres, store }
}

/** A worker process: tells when each job began. */
async function work(): Promise<void> {
  const { store } = await openPostgres(url, 4)
  process.send?.('ready')
  for (;;) {
    const claim = await store.claim(`w${process.pid}`, 15_000)
    if (!claim) {
      await store.waitForWork(30_000)
      continue
    }
    process.send?.({ id: claim.job.id, at: performance.timeOrigin + performance.now() })
    await finish(store, claim)
  }
}

async function measure(): Promise<void> {
  const server = await PostgresServer.start(true)
  const directory = mkdtempSync(join(tmpdir(), 'docent-bench-'))
  const database = new Database(join(directory, 'docent.db'))
  database.open()
  const { postgres, store } = await openPostgres(server.url)
  await postgres.query(BARE_TABLE)
  try {
    const sqlite = new SqliteJobStore(database)
    for (const callers of [10, 50]) {
      const rates = { 'bare insert': [] as number[], PostgreSQL: [] as number[], SQLite: [] as number[] }
      for (let round = 0; round < ROUNDS; round += 1) {
        rates['bare insert'].push(await throughput(callers, JOBS, () => bareCreate(postgres)))
        rates.PostgreSQL.push(await throughput(callers, JOBS, () => store.create(draft())))
        rates.SQLite.push(await throughput(callers, JOBS, () => sqlite.create(draft())))
        if (round < ROUNDS - 1 || callers < 50) await empty(postgres)
      }
      tell(`creates a second, ${callers} callers`, rates)
    }
    const runs = { 'bare loop': [] as number[], PostgreSQL: [] as number[], SQLite: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      await empty(postgres)
      await Promise.all(Array.from({ length: JOBS }, () => bareCreate(postgres)))
      runs['bare loop'].push(await throughput(20, JOBS, () => bareRun(postgres)))
      await Promise.all(Array.from({ length: JOBS }, () => store.create(draft())))
      runs.PostgreSQL.push(await throughput(20, JOBS, () => run(store)))
      await Promise.all(Array.from({ length: JOBS }, () => sqlite.create(draft())))
      runs.SQLite.push(await throughput(20, JOBS, () => run(sqlite)))
    }
    tell('runs a second (claim, step, settle), 20 callers', runs)
    await empty(postgres)
    await createToStart(server.url, store)
  } finally {
    await store.stop()
    await postgres.close()
    database.close()
    server.remove()
    rmSync(directory, { recursive: true })
  }
}

async function empty(postgres: Postgres): Promise<void> {
  await postgres.query('TRUNCATE docent.jobs, docent.bare, docent.outbox CASCADE')
}

/** Paced creates, each timed from the call to its start in one of 4 processes. */
async function createToStart(address: string, store: PostgresJobStore): Promise<void> {
  const started = new Map<string, number>()
  const workers = Array.from({ length: WORKERS }, () =>
    fork(fileURLToPath(import.meta.url), ['worker', address], { execArgv: process.execArgv }),
  )
  for (const worker of workers) {
    await once(worker, 'message')
    worker.on('message', ({ id, at }: { id: string; at: number }) => started.set(id, at))
  }
  for (const perSecond of [50, 200]) {
    const called = new Map<string, number>()
    for (let n = 0; n < perSecond * 10; n += 1) {
      const change = draft()
      called.set(change.job.id, performance.timeOrigin + performance.now())
      void store.create(change)
      await sleep((1_000 / perSecond) * 2 * Math.random())
    }
    while ([...called.keys()].some((id) => !started.has(id))) await sleep(20)
    const times = [...called].map(([id, at]) => (started.get(id) ?? 0) - at).sort((a, b) => a - b)
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
    console.log(
      `create to start, ${WORKERS} workers, about ${perSecond}/s, ms: p50 ${at(0.5)}  p99 ${at(0.99)}`,
    )
  }
  for (const worker of workers) worker.kill('SIGKILL')
}

function tell(name: string, rates: Record<string, number[]>): void {
  const [[, floor = []] = []] = Object.entries(rates)
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  for (const [what, values] of Object.entries(rates)) {
    const ratio = (median(values) / median(floor)).toFixed(2)
    console.log(`${name}, ${what}: ${values.map(Math.round).join(' / ')} (${ratio} × bare)`)
  }
}

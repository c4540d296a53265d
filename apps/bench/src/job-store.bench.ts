import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { JobStore } from '@docent/core/plugin'
import { migrate, Postgres } from '@docent/postgres'
import { PostgresServer } from '@docent/simulators'
import { MIGRATIONS, PostgresJobStore } from '@docent/store-postgres'
import { Database, SqliteJobStore } from '@docent/store-sqlite'
import { BARE_TABLE, bareCreate, bareInserts, bareRun } from './bare-jobs.ts'
import { quantile } from './figures.ts'
import { draft, finish, run, throughput } from './job-store-load.ts'

/**
 * A job store, every commit flushed to the disk: creates and whole runs (claim, record a step, settle) by the number
 * of callers, each beside a bare floor, and the time from a create to the start of its job.
 *
 *   node apps/bench/run.mjs job-store [--store sqlite|postgres]
 */
const { values } = parseArgs({ options: { store: { type: 'string', default: 'sqlite' } } })
const ROUNDS = 3
const directory = mkdtempSync(join(tmpdir(), 'docent-bench-'))

interface Floor {
  create(callers: number, calls: number): Promise<number> | number
  run?(callers: number, calls: number): Promise<number>
}

async function onSqlite(): Promise<void> {
  const database = new Database(join(directory, 'docent.db'))
  database.open()
  try {
    const bare = join(directory, 'bare.db')
    await measure(new SqliteJobStore(database), {
      create: (callers, calls) => bareInserts(bare, calls, callers),
    })
  } finally {
    database.close()
  }
}

async function onPostgres(): Promise<void> {
  const server = await PostgresServer.start(true)
  const postgres = new Postgres({ url: server.url, directUrl: server.url, schema: 'docent', connections: 10 })
  await postgres.open()
  await migrate(postgres, 'store', MIGRATIONS)
  await postgres.query(BARE_TABLE)
  const store = new PostgresJobStore(postgres)
  await store.start()
  try {
    await measure(store, {
      create: (callers, calls) => throughput(callers, calls, () => bareCreate(postgres)),
      run: (callers, calls) => throughput(callers, calls, () => bareRun(postgres)),
    })
  } finally {
    await store.stop()
    await postgres.close()
    server.remove()
  }
}

async function measure(store: JobStore, floor: Floor): Promise<void> {
  for (const [callers, calls] of [
    [1, 200],
    [10, 1_000],
    [50, 2_000],
  ] as const) {
    await report(`bare create, ${callers} callers`, async () => floor.create(callers, calls))
    await report(`create, ${callers} callers`, () => throughput(callers, calls, () => store.create(draft())))
    if (floor.run) await report(`bare run, ${callers} workers`, async () => floor.run?.(callers, calls) ?? 0)
    await report(`run, ${callers} workers`, () => throughput(callers, calls, () => run(store)))
  }
  await createToStart(store, 2_000, 20)
  await createToStart(store, 5_000, 0)
}

async function report(name: string, measured: () => Promise<number>): Promise<void> {
  const rounds: string[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(Math.round(await measured()).toLocaleString('en'))
  console.log(`${name}: ${rounds.join(' / ')} a second`)
}

/** 10 clients; each creates a job, waits until a worker has it, pauses, and continues. */
async function createToStart(store: JobStore, jobs: number, pauseMs: number): Promise<void> {
  const started = new Map<string, (at: number) => void>()
  const stop = new AbortController()
  const workers = Array.from({ length: 10 }, async (_, index) => {
    while (!stop.signal.aborted) {
      const claim = await store.claim(`w${index}`, 15_000)
      if (claim) {
        started.get(claim.job.id)?.(performance.now())
        await finish(store, claim)
      } else await store.waitForWork(100)
    }
  })
  const times: number[] = []
  await throughput(10, jobs, async () => {
    const change = draft()
    const begun = new Promise<number>((resolve) => started.set(change.job.id, resolve))
    const called = performance.now()
    await store.create(change)
    times.push((await begun) - called)
    if (pauseMs > 0) await sleep(pauseMs * 2 * Math.random())
  })
  stop.abort()
  await Promise.all(workers)
  const at = (share: number) => quantile(times, share).toFixed(2)
  const pace = pauseMs > 0 ? `pausing ${pauseMs} ms` : 'without a pause'
  console.log(`create to start, 10 clients ${pace}, ms: p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)}`)
}

try {
  if (values.store === 'postgres') await onPostgres()
  else if (values.store === 'sqlite') await onSqlite()
  else throw new Error(`There is no store ${values.store}. See the head of this file.`)
} finally {
  rmSync(directory, { recursive: true })
}

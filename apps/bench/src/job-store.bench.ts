import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobStore } from '@docent/core'
import { Database, SqliteJobStore } from '@docent/store-sqlite'
import { bareInserts } from './bare-jobs.ts'
import { draft, finish, throughput } from './job-store-load.ts'

/**
 * The job store on SQLite, every commit flushed to the disk: creates by the number of callers, the time from a create
 * to the start of its job with 10 clients, and whole runs (claim, record a step, settle), beside the bare flushed
 * insert that no store can beat by itself. Run with `node apps/bench/run.mjs job-store`.
 */
const ROUNDS = 3
const shown = (n: number) => Math.round(n).toLocaleString('en')

async function report(name: string, measure: () => Promise<number>): Promise<void> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure())
  console.log(`${name}: ${rounds.map(shown).join(' / ')} a second`)
}

function reportTimes(name: string, times: number[]): void {
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(2)
  console.log(`${name}, ms: p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)}  (${times.length} jobs)`)
}

/** 10 clients; each creates a job, waits until a worker has it, pauses, and goes on. */
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
  const fromCall: number[] = []
  const fromAnswer: number[] = []
  await throughput(10, jobs, async () => {
    const change = draft()
    const begun = new Promise<number>((resolve) => started.set(change.job.id, resolve))
    const called = performance.now()
    await store.create(change)
    const answered = performance.now()
    const at = await begun
    fromCall.push(at - called)
    fromAnswer.push(Math.max(0, at - answered))
    if (pauseMs > 0) await sleep(pauseMs * 2 * Math.random())
  })
  stop.abort()
  await Promise.all(workers)
  const pace = pauseMs > 0 ? `pausing ${pauseMs} ms` : 'without a pause'
  reportTimes(`create to start, 10 clients ${pace}, from the call`, fromCall)
  reportTimes(`create to start, 10 clients ${pace}, from the answer`, fromAnswer)
}

const directory = mkdtempSync(join(tmpdir(), 'docent-bench-'))
const database = new Database(join(directory, 'docent.db'))
database.open()
const store = new SqliteJobStore(database)
try {
  for (const [callers, calls] of [
    [1, 2_000],
    [10, 10_000],
    [50, 20_000],
  ] as const) {
    await report(`bare insert of one row, ${callers} a flushed commit`, async () =>
      bareInserts(join(directory, 'bare.db'), calls, callers),
    )
    await report(`create, ${callers} callers`, () => throughput(callers, calls, () => store.create(draft())))
  }
  const { job } = draft()
  const known = job.id
  await store.create({ job, messages: [], events: [] })
  await report('get', () => throughput(1, 50_000, () => store.get(known)))
  for (const [callers, runs] of [
    [1, 700],
    [10, 4_000],
    [50, 8_000],
  ] as const) {
    await report(`run (claim, record, settle), ${callers} workers`, () =>
      throughput(callers, runs, async () => {
        const claim = await store.claim('w1', 15_000)
        if (!claim) throw new Error('The backlog is used up: create more jobs first.')
        await finish(store, claim)
      }),
    )
  }
} finally {
  database.close()
}
const fresh = new Database(join(directory, 'fresh.db'))
fresh.open()
try {
  const idle = new SqliteJobStore(fresh)
  await createToStart(idle, 2_000, 20)
  await createToStart(idle, 5_000, 0)
} finally {
  fresh.close()
  rmSync(directory, { recursive: true })
}

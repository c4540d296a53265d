import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { projectId, type ReadingStore, type StoredRows, type ThreadStore } from '@docent/core/plugin'
import { migrate, Postgres } from '@docent/postgres'
import { PostgresServer } from '@docent/simulators'
import { SqlReadingStore, SqlThreadStore } from '@docent/sql'
import { MIGRATIONS, PostgresRows, PostgresSql } from '@docent/store-postgres'
import { Database, SqliteRows, SqliteSql } from '@docent/store-sqlite'
import pg from 'pg'
import { type ReportCall, reportCalls } from './analytics/operations.ts'
import { FREQUENT, fill, PROJECT } from './analytics/reader-rows.ts'
import { quantile, row } from './figures.ts'

/**
 * How long the reports of a busy project take: a year with 500,000 answers, as many searches, 100,000 words of feedback
 * and views of 1,000 pages. The least p50 and p99 of 3 rounds count, because what else runs on the machine only ever
 * adds. Then the most frequent visitor is forgotten. Run with
 * `node apps/bench/run.mjs analytics [--store sqlite|postgres] [--turns 500000]`. `--keep file` of SQLite keeps the rows
 * there for the next run, and then forgets nobody; so does `--url address` of a PostgreSQL.
 */
const ROUNDS = 3
const CALLS = 100
/** A round of a slow report ends after this. */
const ROUND_MS = 3_000
/** What every report should take at most, ms at p99. */
const GOAL_MS = 50

interface Opened {
  readonly threads: ThreadStore
  readonly readings: ReadingStore
  readonly isKept: boolean
  close(): Promise<void>
}

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: '' },
    turns: { type: 'string', default: '500000' },
    keep: { type: 'string' },
    url: { type: 'string' },
  },
})
const stores = { sqlite: openSqlite, postgres: openPostgres }
for (const [name, open] of Object.entries(stores)) {
  if (values.store !== '' && values.store !== name) continue
  const opened = await open(Number(values.turns))
  try {
    await measure(name, opened)
  } finally {
    await opened.close()
  }
}

async function openSqlite(turns: number): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'))
  const file = values.keep ?? join(folder, 'docent.db')
  if (!existsSync(file)) await fillRows(await SqliteRows.open(file), turns)
  const database = new Database(file)
  database.open()
  return {
    threads: new SqlThreadStore(new SqliteSql(database)),
    readings: new SqlReadingStore(new SqliteSql(database)),
    isKept: values.keep !== undefined,
    async close() {
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function openPostgres(turns: number): Promise<Opened> {
  const server = values.url === undefined ? await PostgresServer.start(true) : undefined
  const url = values.url ?? server?.url ?? ''
  const settings = { url, directUrl: url, schema: 'docent', connections: 10 }
  const rows = await PostgresRows.open(settings)
  if ((await rows.count('threads')) === 0) {
    await fillRows(rows, turns)
    await vacuum(url)
  } else await rows.close()
  const postgres = new Postgres(settings)
  await postgres.open()
  await migrate(postgres, 'store', MIGRATIONS)
  return {
    threads: new SqlThreadStore(new PostgresSql(postgres)),
    readings: new SqlReadingStore(new PostgresSql(postgres)),
    isKept: values.url !== undefined,
    async close() {
      await postgres.close()
      server?.remove()
    },
  }
}

/** As autovacuum does in time. It takes longer than a store waits for an answer. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('VACUUM (ANALYZE)')
  await client.end()
}

async function fillRows(rows: StoredRows, turns: number): Promise<void> {
  const began = performance.now()
  await rows.begin('bench')
  await fill(rows, turns)
  await rows.finish()
  await rows.close()
  console.log(`filled in ${Math.round((performance.now() - began) / 1_000)} s`)
}

async function measure(name: string, { threads, readings, isKept }: Opened): Promise<void> {
  row(name, 'p50 ms', 'p99 ms', 'p99 CPU ms')
  for (const report of await reportCalls(threads, readings)) {
    const rounds: Times[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await timesOf(report))
    const least = (of: (times: Times) => number) => Math.min(...rounds.map(of))
    const p99 = least(({ wall }) => quantile(wall, 0.99))
    row(
      report.name,
      least(({ wall }) => quantile(wall, 0.5)).toFixed(2),
      `${p99 > GOAL_MS ? 'MISSED ' : ''}${p99.toFixed(2)}`,
      least(({ cpu }) => quantile(cpu, 0.99)).toFixed(2),
    )
  }
  if (!isKept) await forget(threads)
}

interface Times {
  readonly wall: number[]
  /** Of this process, which is all of SQLite and nothing of PostgreSQL. */
  readonly cpu: number[]
}

async function timesOf({ call }: ReportCall): Promise<Times> {
  const times: Times = { wall: [], cpu: [] }
  const end = performance.now() + ROUND_MS
  for (let n = 0; n < CALLS && (n < 5 || performance.now() < end); n += 1) {
    const began = performance.now()
    const used = process.threadCpuUsage()
    await call(n)
    times.wall.push(performance.now() - began)
    const { user, system } = process.threadCpuUsage(used)
    times.cpu.push((user + system) / 1_000)
  }
  return times
}

/** What else the process does meanwhile waits no longer than the longest delay of the event loop. */
async function forget(threads: ThreadStore): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  const count = await threads.forget(projectId(PROJECT), FREQUENT)
  delay.disable()
  row(
    'forget a visitor',
    `${count} threads`,
    `${Math.round(performance.now() - began)} ms`,
    `delay p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
    `max ${(delay.max / 1e6).toFixed(0)} ms`,
  )
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, Postgres } from '@docent/postgres'
import { PostgresServer } from '@docent/simulators'
import { MIGRATIONS, PostgresJobStore } from '@docent/store-postgres'
import { Database, SqliteJobStore } from '@docent/store-sqlite'
import { BARE_TABLE, bareCreate, bareInserts, bareRun } from './bare-jobs.ts'
import { overBudget, type Ratios } from './budget/compare.ts'
import { draft, run, throughput } from './job-store-load.ts'

/**
 * Fails when a job store has become slower against its floor, or commits more often, than `budget/ratios.json` allows.
 * Store and floor take turns, so that a busy moment of the machine strikes both. Both write to memory where the machine
 * has a folder in it: a floor waits for the disk more than a store does, so with a disk the ratio of the same code would be
 * that of the disk. How often a store flushes is counted in commits instead. Run with `node apps/bench/run.mjs budget`,
 * and with `record` on a quiet machine to write the ratios of this run.
 */
const RECORD = new URL('budget/ratios.json', import.meta.url)
const isRecording = process.argv.includes('record')
const TURNS = 9
/** Measured so often again while a ratio is too low: the machine lowers it at times, slower code always. */
const TRIES = 4
/** Jobs of one turn: about 50 ms on each store. */
const JOBS = { postgres: 400, sqlite: 1_000 }
const CALLERS = 20
const IN_MEMORY = '/dev/shm'

/** Rates, a second (on SQLite, a second of CPU time), and commits of one turn. */
interface Turn {
  store: number
  floor: number
  storeCommits: number
  floorCommits: number
}

if (existsSync(IN_MEMORY)) process.env.TMPDIR = IN_MEMORY
else console.log('This machine has no folder in memory: the speed of its disk is part of these ratios.')
// PostgreSQL inherits it. On one core a rate is the work of client and server together, however a machine shares it out.
const pinned = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', String(process.pid)])
if (pinned.status !== 0)
  console.log('Could not stay on one core: ratios on PostgreSQL depend on the machine.')
const directory = mkdtempSync(join(tmpdir(), 'docent-bench-'))
const server = await PostgresServer.start(true)
const postgres = new Postgres({ url: server.url, directUrl: server.url, schema: 'docent', connections: 10 })
const database = new Database(join(directory, 'docent.db'))
try {
  await postgres.open()
  await migrate(postgres, 'store', MIGRATIONS)
  await postgres.query(BARE_TABLE)
  const store = new PostgresJobStore(postgres)
  await store.start()
  database.open()
  const sqlite = new SqliteJobStore(database)
  let sqliteCommits = 0
  database.onCommit(() => {
    sqliteCommits += 1
  })
  /** Number of the next transaction that writes. */
  const nextWrite = async () => {
    const { rows } = await postgres.query<{ id: string }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot()) AS id',
    )
    return Number(rows[0]?.id)
  }
  const onPostgres = async (floor: () => Promise<unknown>, work: () => Promise<unknown>): Promise<Turn> => {
    const first = await nextWrite()
    const floorRate = await throughput(CALLERS, JOBS.postgres, floor)
    const second = await nextWrite()
    const storeRate = await throughput(CALLERS, JOBS.postgres, work)
    const third = await nextWrite()
    return { floor: floorRate, store: storeRate, floorCommits: second - first, storeCommits: third - second }
  }
  const onSqlite = async (work: () => Promise<unknown>): Promise<Turn> => {
    // All of the work is in this process. Others on the machine make it last longer, and its CPU time hardly.
    const begun = process.cpuUsage()
    bareInserts(join(directory, 'bare.db'), JOBS.sqlite, CALLERS)
    const floor = perCpuSecond(JOBS.sqlite, begun)
    const before = sqliteCommits
    const start = process.cpuUsage()
    await throughput(CALLERS, JOBS.sqlite, work)
    const rate = perCpuSecond(JOBS.sqlite, start)
    return {
      floor,
      store: rate,
      floorCommits: JOBS.sqlite / CALLERS,
      storeCommits: sqliteCommits - before,
    }
  }
  const turns: Record<string, () => Promise<Turn>> = {
    'creates on PostgreSQL': async () => {
      // Without old rows to pass over, a turn of the floor is as fast as the one before.
      await postgres.query('TRUNCATE docent.bare')
      return await onPostgres(
        () => bareCreate(postgres),
        () => store.create(draft()),
      )
    },
    'runs on PostgreSQL': () =>
      onPostgres(
        () => bareRun(postgres),
        () => run(store),
      ),
    'creates on SQLite': () => onSqlite(() => sqlite.create(draft())),
    'runs on SQLite': () => onSqlite(() => run(sqlite)),
  }
  const recorded = isRecording ? {} : (JSON.parse(readFileSync(RECORD, 'utf8')) as Ratios)
  const best = new Map<string, Turn>()
  let problems: string[] = []
  for (let tried = 0; tried < TRIES; tried += 1) {
    await measure(turns, best)
    const ratios = ratiosOf(best)
    console.log(JSON.stringify(ratios))
    if (isRecording) {
      writeFileSync(RECORD, `${JSON.stringify(ratios, undefined, 2)}\n`)
      break
    }
    problems = overBudget(ratios, recorded)
    if (problems.length === 0) break
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  await store.stop()
} finally {
  await postgres.close()
  database.close()
  server.remove()
  rmSync(directory, { recursive: true })
}

/** Keeps the highest rates and the fewest commits: other work of the machine only lowers a rate. */
async function measure(turns: Record<string, () => Promise<Turn>>, best: Map<string, Turn>): Promise<void> {
  for (let n = 0; n < TURNS; n += 1)
    for (const [name, turn] of Object.entries(turns)) {
      const now = await turn()
      const before = best.get(name) ?? now
      best.set(name, {
        store: Math.max(before.store, now.store),
        floor: Math.max(before.floor, now.floor),
        storeCommits: Math.min(before.storeCommits, now.storeCommits),
        floorCommits: Math.min(before.floorCommits, now.floorCommits),
      })
    }
}

function perCpuSecond(count: number, start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (count / (user + system)) * 1_000_000
}

function ratiosOf(best: ReadonlyMap<string, Turn>): Ratios {
  return Object.fromEntries(
    [...best].flatMap(([name, { store, floor, storeCommits, floorCommits }]) => [
      [name, Number((store / floor).toFixed(3))],
      [`commits of ${name}`, Number((floorCommits / storeCommits).toFixed(3))],
    ]),
  )
}

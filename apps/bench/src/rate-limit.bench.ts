import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LimitRequest, LimitWindow, RateLimiter } from '@docent/core'
import { MemoryRateLimiter } from '@docent/core'
import { SqliteRateLimiter } from '@docent/store-sqlite'

/**
 * Takes of three limits in one step (key a month, organization an hour, address a day; 50,000 addresses), one after
 * the other, beside the least work that counts at all. Run with `node apps/bench/run.mjs rate-limit`.
 */
const ADDRESSES = 50_000
const TURN = 2_000
const clock = { now: Date.now }
const month: LimitWindow = { kind: 'month' }
const hour: LimitWindow = { kind: 'fixed', ms: 3_600_000 }
const day: LimitWindow = { kind: 'fixed', ms: 86_400_000 }

/** The strings are new in every take, as they are in a server. */
function requests(n: number): LimitRequest[] {
  const address = n % ADDRESSES
  return [
    { scope: 'key', key: `assistant:key:k_${n % 100}`, max: 1_000_000_000, window: month },
    { scope: 'organization', key: 'assistant:organization:default', max: 1_000_000_000, window: hour },
    {
      scope: 'ip',
      key: `assistant:ip:10.1.${address >> 8}.${address & 255}`,
      max: 1_000_000_000,
      window: day,
    },
  ]
}

const shown = (n: number) => Math.round(n).toLocaleString('en')

async function throughput(name: string, takes: number, take: (n: number) => unknown): Promise<void> {
  const rounds: number[] = []
  for (let round = 0; round < 3; round++) {
    const start = performance.now()
    for (let n = 0; n < takes; n++) await take(n)
    rounds.push((takes / (performance.now() - start)) * 1_000)
  }
  console.log(`${name}: ${rounds.map(shown).join(' / ')} a second`)
}

/** Takes turns between the candidates, so that a busy moment of the machine strikes all of them. */
async function latency(candidates: Record<string, (n: number) => unknown>, takes: number): Promise<void> {
  const times = Object.entries(candidates).map(([name, take]) => ({
    name,
    take,
    ms: new Float64Array(takes),
  }))
  for (let from = 0; from < takes; from += TURN) {
    for (const { take, ms } of times) {
      for (let n = from; n < from + TURN; n++) {
        const start = performance.now()
        await take(n)
        ms[n] = performance.now() - start
      }
    }
  }
  for (const { name, ms } of times) {
    ms.sort()
    const at = (share: number) => (ms[Math.min(takes - 1, Math.floor(takes * share))] ?? 0).toFixed(4)
    console.log(`${name} ms: p50 ${at(0.5)}  p99 ${at(0.99)}  p99.9 ${at(0.999)}  max ${at(1)}`)
  }
}

/** The floor in memory: three counts in a Map, no windows and no answer. */
function bareMap(): (n: number) => Promise<boolean> {
  const counts = new Map<string, number>()
  return async (n) => {
    for (const { key } of requests(n)) counts.set(key, (counts.get(key) ?? 0) + 1)
    return true
  }
}

/** The floor in SQLite: three upserts in a transaction. */
function bareSqlite(file: string): { take(n: number): Promise<boolean>; close(): void } {
  const connection = new DatabaseSync(file)
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  connection.exec('CREATE TABLE counts (key TEXT PRIMARY KEY, used INTEGER) STRICT, WITHOUT ROWID')
  const upsert = connection.prepare(
    'INSERT INTO counts VALUES (?, 1) ON CONFLICT DO UPDATE SET used = used + 1 RETURNING used',
  )
  const begin = connection.prepare('BEGIN IMMEDIATE')
  const commit = connection.prepare('COMMIT')
  const take = async (n: number) => {
    begin.run()
    for (const { key } of requests(n)) upsert.get(key)
    commit.run()
    return true
  }
  return { take, close: () => connection.close() }
}

const takeFrom = (limiter: RateLimiter) => (n: number) => limiter.take(requests(n))

await throughput('memory floor   ', 1_000_000, bareMap())
await throughput('memory         ', 1_000_000, takeFrom(new MemoryRateLimiter(clock)))
const flooded = new MemoryRateLimiter(clock)
const flood = (n: number) => flooded.take([{ scope: 'ip', key: `assistant:ip:${n}`, max: 100, window: day }])
await latency({ 'memory, a flood of 1,000,000 addresses': flood }, 1_000_000)

const directory = mkdtempSync(join(tmpdir(), 'docent-bench-'))
try {
  const floor = bareSqlite(join(directory, 'floor.sqlite'))
  const limiter = new SqliteRateLimiter(join(directory, 'limits.sqlite'), clock, {
    onUpkeepError: (error) => console.error(error),
  })
  limiter.open()
  await throughput('sqlite floor   ', 50_000, floor.take)
  await throughput('sqlite         ', 50_000, takeFrom(limiter))
  await latency({ 'sqlite floor   ': floor.take, 'sqlite         ': takeFrom(limiter) }, 100_000)
  floor.close()
  limiter.close()
} finally {
  rmSync(directory, { recursive: true })
}

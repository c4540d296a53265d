import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LimitRequest } from '@docent/core'
import { ManualClock } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SqliteRateLimiter, type SqliteRateLimiterOptions } from './sqlite-rate-limiter.ts'

const HOUR = 3_600_000

let directory: string
let file: string
let clock: ManualClock
let limiters: SqliteRateLimiter[]
let upkeepErrors: unknown[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'docent-limits-'))
  file = join(directory, 'data', 'limits.sqlite')
  clock = new ManualClock(0)
  limiters = []
  upkeepErrors = []
})

afterEach(() => {
  for (const limiter of limiters) limiter.close()
  rmSync(directory, { recursive: true })
  expect(upkeepErrors).toEqual([])
})

function make(options?: Partial<SqliteRateLimiterOptions>): SqliteRateLimiter {
  const limiter = new SqliteRateLimiter(file, clock, {
    onUpkeepError: (error) => upkeepErrors.push(error),
    ...options,
  })
  limiters.push(limiter)
  return limiter
}

const limit = (key: string, max = 5): LimitRequest => ({
  scope: 'ip',
  key,
  max,
  window: { kind: 'fixed', ms: HOUR },
})

function countRows(): unknown {
  const reader = new DatabaseSync(file, { readOnly: true })
  try {
    return reader.prepare('SELECT COUNT(*) AS count FROM counters').get()?.count
  } finally {
    reader.close()
  }
}

/** Holds the write lock as a process that stands still would. */
function lockFile(): Disposable {
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  return { [Symbol.dispose]: () => other.close() }
}

describe('SqliteRateLimiter', () => {
  test('counts on after a restart', async () => {
    const before = make()
    await before.take([limit('a', 2)])
    await before.take([limit('a', 2)])
    before.close()
    expect((await make().take([limit('a', 2)])).allowed).toBe(false)
  })

  test('keeps its files to their owner: keys hold addresses', async () => {
    await make().take([limit('a')])
    for (const ending of ['', '-wal', '-shm']) expect(statSync(file + ending).mode & 0o777).toBe(0o600)
  })

  test('writes ahead without a flush in a take', async () => {
    await make().take([limit('a')])
    using reader = new DatabaseSync(file)
    expect(reader.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
  })

  test('writes nothing for a refused take', async () => {
    await make().take([limit('a'), limit('b', 0)])
    expect(countRows()).toBe(0)
  })

  test('is unavailable, and may be retried, while another process holds the lock', async () => {
    const limiter = make({ lockWaitMs: 20 })
    limiter.open()
    {
      using _ = lockFile()
      await expect(limiter.take([limit('a', 1)])).rejects.toMatchObject({
        code: 'unavailable',
        isRetryable: true,
      })
    }
    expect((await limiter.take([limit('a', 1)])).allowed).toBe(true)
  })

  test('waits for a lock that is let go in time, and lets the event loop go on meanwhile', async () => {
    const limiter = make({ lockWaitMs: 10_000 })
    limiter.open()
    const lock = lockFile()
    const taken = limiter.take([limit('a', 1)])
    await new Promise((resolve) => setImmediate(resolve))
    lock[Symbol.dispose]()
    expect((await taken).allowed).toBe(true)
  })

  test('stops waiting for a lock when the caller is gone', async () => {
    const limiter = make({ lockWaitMs: 10_000 })
    limiter.open()
    using _ = lockFile()
    const caller = new AbortController()
    const reason = new Error('gone')
    const taken = limiter.take([limit('a', 1)], { signal: caller.signal })
    setImmediate(() => caller.abort(reason))
    await expect(taken).rejects.toBe(reason)
  })

  test('is unavailable while the file cannot be opened, and tries again with the next take', async () => {
    writeFileSync(join(directory, 'data'), 'a file where the folder should be')
    const limiter = make()
    expect(() => limiter.open()).toThrow(expect.objectContaining({ code: 'unavailable', isRetryable: true }))
    await expect(limiter.take([limit('a')])).rejects.toMatchObject({ code: 'unavailable', isRetryable: true })
    rmSync(join(directory, 'data'))
    expect((await limiter.take([limit('a')])).allowed).toBe(true)
  })

  test('is unavailable when the file is damaged', async () => {
    const limiter = make()
    limiter.open()
    limiter.close()
    writeFileSync(file, 'not a database'.repeat(1_000))
    await expect(make().take([limit('a')])).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('is unavailable after it was closed, and does not open the file again', async () => {
    const limiter = make()
    limiter.open()
    limiter.close()
    limiter.close()
    await expect(limiter.take([limit('a')])).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('refuses the file of a newer Docent with a configuration error', () => {
    make().open()
    using other = new DatabaseSync(file)
    other.exec('PRAGMA user_version = 99')
    expect(() => make().open()).toThrow(expect.objectContaining({ code: 'configuration' }))
  })

  test('deletes counters of ended windows in small batches, until none is left', async () => {
    const limiter = make({ flushAfterMs: 1 })
    for (let ip = 0; ip < 450; ip++) await limiter.take([limit(`old ${ip}`)])
    clock.set(HOUR + 60_000)
    await limiter.take([limit('new')])
    await vi.waitFor(() => expect(countRows()).toBe(1), { timeout: 5_000 })
    expect((await limiter.take([limit('new')])).states[0]?.remaining).toBe(3)
  })

  test('keeps the counters of a window for a minute after its end', async () => {
    const limiter = make({ flushAfterMs: 1 })
    await limiter.take([limit('a', 1)])
    clock.set(HOUR + 59_999)
    for (let use = 0; use < 5; use++) await limiter.take([limit('b')])
    clock.set(HOUR - 1)
    expect((await limiter.take([limit('a', 1)])).allowed).toBe(false)
  })
})

import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LimitRequest } from '@docent/core/plugin'
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

/** Random bytes in place of all but the first page. */
function damage(path: string): void {
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 100), randomBytes(Math.max(0, bytes.length - 100))]))
}

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

  test.each<[string, () => void]>([
    [
      'is no database',
      () => writeFileSync(file, 'not a database at all, but long enough to be one'.repeat(100)),
    ],
    ['is random bytes after its header', () => damage(file)],
    ['is cut short', () => truncateSync(file, 5_000)],
  ])('is made anew when it %s, also under a running server', async (_what, breakIt) => {
    let renewals = 0
    const onRenewed = () => {
      renewals += 1
    }
    const running = make({ onRenewed })
    running.open()
    for (let n = 0; n < 50; n += 1) await running.take([limit(`key-${n}`)])
    running.close()
    breakIt()
    const next = make({ onRenewed })
    next.open()
    for (let n = 0; n < 50; n += 1) expect((await next.take([limit(`key-${n}`)])).allowed).toBe(true)
    expect(renewals).toBe(1)
    breakIt()
    for (let n = 0; n < 60; n += 1) expect((await next.take([limit(`more-${n}`)])).allowed).toBe(true)
  })

  test('goes on in a new file when the file was deleted under it', async () => {
    const renewed = vi.fn()
    const limiter = make({ onRenewed: renewed, flushAfterMs: 1 })
    await limiter.take([limit('a')])
    rmSync(file)
    await limiter.take([limit('a')])
    await vi.waitFor(() => expect(renewed).toHaveBeenCalled())
    await limiter.take([limit('a')])
    expect(existsSync(file)).toBe(true)
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
    await vi.waitFor(() => expect(countRows()).toBe(1), { timeout: 100_000 })
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

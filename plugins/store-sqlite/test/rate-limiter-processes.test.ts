import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SpendCaps } from '@docent/core'
import { projectId } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../scripts/from-sources.ts'
import { SqliteRateLimiter } from '../src/sqlite-rate-limiter.ts'

const PROGRAM = fileURLToPath(new URL('take-many.ts', import.meta.url))
const HOLDER = fileURLToPath(new URL('hold-and-wait.ts', import.meta.url))

let directory: string
const children: ChildProcess[] = []

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'docent-processes-'))
})

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(directory, { recursive: true })
})

/** Starts a process that is ready to take; `admitted` counts what it tells. */
async function start(file: string, max: number) {
  const child = spawn(process.execPath, [...FROM_SOURCES, PROGRAM, file, String(max)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.push(child)
  const taker = { child, admitted: 0, ended: once(child, 'close') }
  child.stdout?.on('data', (lines: Buffer) => {
    taker.admitted += lines.length / 2
  })
  await once(child, 'message')
  return taker
}

async function used(file: string, max: number): Promise<number> {
  const limiter = new SqliteRateLimiter(
    file,
    { now: () => 0 },
    {
      onUpkeepError: (error) => {
        throw error
      },
    },
  )
  const window = { kind: 'fixed', ms: 3_600_000 } as const
  const look = await limiter.take([{ scope: 'key', key: 'shared', max, window, cost: 0 }])
  limiter.close()
  return max - (look.states[0]?.remaining ?? 0)
}

describe('SqliteRateLimiter in several processes', () => {
  test('admits exactly max between two processes that take at once', async () => {
    const file = join(directory, 'two.sqlite')
    const max = 4_000
    const [one, two] = await Promise.all([start(file, max), start(file, max)])
    for (const each of [one, two]) each.child.send('begin')
    expect((await Promise.all([one.ended, two.ended])).map(([code]) => code)).toEqual([0, 0])
    expect(Math.min(one.admitted, two.admitted)).toBeGreaterThan(0)
    expect(one.admitted + two.admitted).toBe(max)
    expect(await used(file, max)).toBe(max)
  })

  test('has counted every use that a process killed with SIGKILL was told of', async () => {
    const file = join(directory, 'killed.sqlite')
    const max = 10_000_000
    const victim = await start(file, max)
    victim.child.stdout?.on('data', () => {
      if (victim.admitted >= 1_000) victim.child.kill('SIGKILL')
    })
    victim.child.send('begin')
    const [, signal] = await victim.ended
    expect(signal).toBe('SIGKILL')
    expect(victim.admitted).toBeGreaterThanOrEqual(1_000)
    const counted = await used(file, max)
    expect(counted).toBeGreaterThanOrEqual(victim.admitted)
    // At most the one take whose line did not come out any more.
    expect(counted).toBeLessThanOrEqual(victim.admitted + 1)
  })

  test('has back what a process killed with SIGKILL had set aside, when the time of its call is over', async () => {
    const file = join(directory, 'held.sqlite')
    const holder = spawn(process.execPath, [...FROM_SOURCES, HOLDER, file], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.push(holder)
    const [held] = await once(holder, 'message')
    expect(held).toBe(10)
    const ended = once(holder, 'close')
    holder.kill('SIGKILL')
    expect((await ended)[1]).toBe('SIGKILL')
    let now = 0
    const limiter = new SqliteRateLimiter(
      file,
      { now: () => now },
      {
        onUpkeepError: (error) => {
          throw error
        },
      },
    )
    const caps = new SpendCaps(limiter, { now: () => now })
    const project = { id: projectId('docs'), spendUsdPerMonth: 10 }
    expect(await caps.report({ project })).toMatchObject([{ left: 0 }])
    now = 120_000
    expect(await caps.report({ project })).toMatchObject([{ left: 10 }])
    limiter.close()
  })
})

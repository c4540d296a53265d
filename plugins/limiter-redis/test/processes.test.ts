import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { REDIS } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { FROM_SOURCES } from '../../../scripts/from-sources.ts'
import { RedisRateLimiter } from '../src/redis-rate-limiter.ts'
import { RedisServer } from './redis-server.ts'

/** `LIMITER_TAKES=50000 LIMITER_MAX=10000` is the long run. */
const TAKES = Number(process.env.LIMITER_TAKES ?? 8_000)
const MAX = Number(process.env.LIMITER_MAX ?? 2_000)
const PROGRAM = fileURLToPath(new URL('take-many.ts', import.meta.url))

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

test(
  `admits exactly ${MAX} of ${TAKES} requests that four processes send at once`,
  needs(REDIS),
  async () => {
    const server = await RedisServer.start()
    onTestFinished(() => server.stop())
    const processes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const args = [...FROM_SOURCES, PROGRAM, server.url, String(TAKES / 4), String(MAX)]
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
        children.push(child)
        await messageOf(child)
        return child
      }),
    )
    const replies = processes.map(messageOf)
    for (const child of processes) child.send('begin')
    const results = (await Promise.all(replies)).map(([result]) => result as { admitted: number; ms: number })
    const admitted = results.map((result) => result.admitted)
    expect(admitted.reduce((sum, each) => sum + each, 0)).toBe(MAX)
    const limiter = new RedisRateLimiter({ urls: [server.url], isCluster: false, timeoutMs: 60_000 })
    await limiter.open()
    const window = { kind: 'fixed', ms: 31 * 86_400_000 } as const
    const look = await limiter.take([
      { scope: 'key', key: 'shared', max: MAX, window, cost: 0 },
      { scope: 'organization', key: 'wide', max: 1_000_000, window, cost: 0 },
    ])
    limiter.close()
    // All or none: what the other limits counted is what was admitted.
    expect(look.states.map(({ remaining }) => remaining)).toEqual([0, 1_000_000 - MAX])
    if (process.env.LIMITER_TAKES) console.log(JSON.stringify({ takes: TAKES, max: MAX, processes: results }))
  },
)

/** @throws when the process ends without a message: nobody would ever answer */
async function messageOf(child: ChildProcess): Promise<unknown[]> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process ended with code ${code} before it answered.`)
  })
  return Promise.race([once(child, 'message'), ended])
}

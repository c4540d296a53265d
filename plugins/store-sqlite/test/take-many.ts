import { once } from 'node:events'
import { SqliteRateLimiter } from '../src/sqlite-rate-limiter.ts'

/** A process that takes from one limit, when it is told to begin, until it is refused: one line for each admitted use. */
const [file = '', max = '0'] = process.argv.slice(2)
const limiter = new SqliteRateLimiter(
  file,
  { now: () => 0 },
  {
    lockWaitMs: 10_000,
    onUpkeepError: (error) => {
      throw error
    },
  },
)
limiter.open()
process.send?.('ready')
await once(process, 'message')
process.disconnect?.()
const request = {
  scope: 'key',
  key: 'shared',
  max: Number(max),
  window: { kind: 'fixed', ms: 3_600_000 },
} as const
while ((await limiter.take([request])).allowed) {
  // The line is out before the next take: what was told is never more than what was counted.
  await new Promise((resolve) => process.stdout.write('1\n', resolve))
}
limiter.close()

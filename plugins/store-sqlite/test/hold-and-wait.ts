import { once } from 'node:events'
import { SpendCaps } from '@docent/core'
import { projectId } from '@docent/core/plugin'
import { SqliteRateLimiter } from '../src/sqlite-rate-limiter.ts'

/** A process that sets all of a cap aside for one call of a minute, and then waits to be killed. */
const [file = ''] = process.argv.slice(2)
const clock = { now: () => 0 }
const onUpkeepError = (error: unknown) => {
  throw error
}
const limiter = new SqliteRateLimiter(file, clock, { lockWaitMs: 10_000, onUpkeepError })
limiter.open()
const model = { id: 'test:priced', price: { input: 1, output: 5 } }
const project = { id: projectId('docs'), spendUsdPerMonth: 10 }
const spend = await new SpendCaps(limiter, clock).open({ project }, model)
const hold = await spend?.hold(10, 60_000, new AbortController().signal)
process.send?.(hold?.usd)
await once(process, 'message')

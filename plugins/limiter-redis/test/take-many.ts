import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { RedisRateLimiter } from '../src/redis-rate-limiter.ts'

/** A process that sends so many takes of three limits, 25 at a time, when it is told to, and answers how many were admitted. */
const [url = '', count = '0', max = '0'] = process.argv.slice(2)
// Counts are measured here, not waiting: the machine may be busy.
const limiter = new RedisRateLimiter({ urls: [url], isCluster: false, timeoutMs: 60_000 })
await limiter.open()
// On a busy machine the connection may come later than a server would wait for it at its start.
while (!limiter.health().ok) await setTimeout(20)
process.send?.('ready')
await once(process, 'message')
const window = { kind: 'fixed', ms: 31 * 86_400_000 } as const
const requests = [
  { scope: 'key', key: 'shared', max: Number(max), window },
  { scope: 'organization', key: 'wide', max: 1_000_000, window },
  { scope: 'ip', key: `process-${process.pid}`, max: 1_000_000, window },
] as const
let left = Number(count)
let admitted = 0
const begun = performance.now()
await Promise.all(
  Array.from({ length: 25 }, async () => {
    while (left-- > 0) if ((await limiter.take(requests)).allowed) admitted += 1
  }),
)
process.send?.({ admitted, ms: performance.now() - begun })
limiter.close()
process.disconnect?.()

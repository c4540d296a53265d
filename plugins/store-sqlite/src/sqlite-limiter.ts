import { resolve } from 'node:path'
import { definePlugin, type Health, RateLimiter } from '@docent/core'
import { z } from 'zod'
import { SqliteRateLimiter } from './sqlite-rate-limiter.ts'

/** Options of the plugin, as written in docent.config.ts. */
export const SqliteLimiterOptions = z.strictObject({
  file: z
    .string()
    .min(1)
    .default('limits.sqlite')
    .describe('The file of the counters, relative to the data directory. Default: limits.sqlite.'),
})

/**
 * Rate limits in a SQLite file of their own below the data directory: they survive a restart, and processes on one
 * machine share them.
 *
 * @example
 * export default defineConfig({ plugins: [sqlite(), sqliteLimiter()] })
 */
export const sqliteLimiter = definePlugin({
  name: 'limiter-sqlite',
  options: SqliteLimiterOptions,
  setup: ({ file }, host) => {
    const limiter = new SqliteRateLimiter(resolve(host.dataDirectory, file), host.clock, {
      onUpkeepError: (error) =>
        host.logger.warn({ err: error }, 'Rate limits: flushing or deleting old counters failed.'),
    })
    host.provide(RateLimiter, limiter)
    host.onStart(() => limiter.open())
    host.onStop(() => limiter.close())
    host.onHealth(() => healthOf(limiter))
  },
})

/** A take of nothing still has to get the lock. */
async function healthOf(limiter: RateLimiter): Promise<Health> {
  try {
    await limiter.take([])
    return { ok: true }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'The rate limits do not answer.' }
  }
}

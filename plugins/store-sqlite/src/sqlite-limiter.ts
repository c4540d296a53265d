import { resolve } from 'node:path'
import { DocentError, definePlugin, type Health, type Logger, RateLimiter } from '@docent/core/plugin'
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
      onRenewed: () =>
        host.logger.warn(
          { file },
          'the file of the rate limits was missing or damaged: it is made anew, and counting begins again',
        ),
      onUpkeepError: (error) =>
        host.logger.warn({ err: error }, 'Rate limits: could not flush or delete old counters.'),
    })
    host.provide(RateLimiter, limiter)
    host.onStart(() => open(limiter, host.logger))
    host.onStop(() => limiter.close())
    host.onHealth(() => healthOf(limiter))
  },
})

/** Counts are no reason not to start: until the file can be opened, requests are counted in memory. */
function open(limiter: SqliteRateLimiter, logger: Logger): void {
  try {
    limiter.open()
  } catch (error) {
    if (!DocentError.is(error, 'unavailable')) throw error
    logger.warn(
      { err: error },
      'the file of the rate limits cannot be opened: it is tried again with each request',
    )
  }
}

/** A take of nothing still has to get the lock. */
async function healthOf(limiter: RateLimiter): Promise<Health> {
  try {
    await limiter.take([])
    return { ok: true }
  } catch (error) {
    return {
      ok: false,
      message: error instanceof Error ? error.message : 'The rate limiter does not respond.',
    }
  }
}

import { definePlugin, RateLimiter } from '@docent/core/plugin'
import { Postgres, readSettings } from '@docent/postgres'
import { PostgresLimiterOptions } from './options.ts'
import { PostgresRateLimiter } from './postgres-rate-limiter.ts'

/**
 * Rate limits in PostgreSQL, shared by every server.
 *
 * @example
 * export default defineConfig({ plugins: [postgres(), postgresLimiter()] })
 */
export const postgresLimiter = definePlugin({
  name: 'limiter-postgres',
  options: PostgresLimiterOptions,
  setup: ({ timeoutMs, ...connection }, host) => {
    const settings = readSettings(connection, host.env)
    const limiter = new PostgresRateLimiter(new Postgres(settings, { logger: host.logger, retryMs: 0 }), {
      timeoutMs,
      onChange: (outage) =>
        outage
          ? host.logger.error(
              { err: outage.cause },
              'PostgreSQL does not answer the rate limiter; limits are local to this process until it does',
            )
          : host.logger.info({}, 'PostgreSQL answers the rate limiter again; limits are shared again'),
      onSweepError: (error) =>
        host.logger.warn({ err: error }, 'Rate limits: could not delete old counters.'),
    })
    host.provide(RateLimiter, limiter)
    host.onStart(() => limiter.open())
    host.onStop(() => limiter.close())
    host.onHealth(() => limiter.health())
  },
})

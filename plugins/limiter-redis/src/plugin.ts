import { definePlugin, RateLimiter } from '@docent/core/plugin'
import { RedisLimiterOptions } from './options.ts'
import { RedisRateLimiter } from './redis-rate-limiter.ts'

/**
 * Rate limits in Redis, shared by every server.
 *
 * @example
 * export default defineConfig({ plugins: [redisLimiter({ url: 'redis://10.0.0.7:6379' })] })
 */
export const redisLimiter = definePlugin({
  name: 'limiter-redis',
  options: RedisLimiterOptions,
  setup: ({ url, cluster, prefix, timeoutMs }, host) => {
    const limiter = new RedisRateLimiter({
      urls: cluster ?? [url ?? host.env.REDIS_URL ?? 'redis://127.0.0.1:6379'],
      isCluster: cluster !== undefined,
      prefix,
      timeoutMs,
      onChange: (outage) =>
        outage
          ? host.logger.error(
              { reason: limiter.health().message },
              'Redis does not answer; limits are local to this process until it does',
            )
          : host.logger.info({}, 'Redis answers again; limits are shared again'),
      onConnectionError: (error) => host.logger.debug({ err: error }, 'the connection to Redis failed'),
    })
    host.provide(RateLimiter, limiter)
    host.onStart(() => limiter.open())
    host.onStop(() => limiter.close())
    host.onHealth(() => limiter.health())
  },
})

import { definePlugin, MemoryRateLimiter, RateLimiter } from '@docent/core/plugin'
import { MemoryLimiterOptions } from './options.ts'

/**
 * Rate limits in the memory of one process.
 *
 * @example
 * export default defineConfig({ plugins: [memoryLimiter()] })
 */
export const memoryLimiter = definePlugin({
  name: 'limiter-memory',
  options: MemoryLimiterOptions,
  setup: (options, host) => {
    const limiter = new MemoryRateLimiter(host.clock, {
      maxCounters: options.maxCounters,
      onFull: (full) =>
        host.logger.warn(
          full,
          'Rate limits: there are more clients than maxCounters of limiter-memory. The others share counters and might be refused early.',
        ),
    })
    host.provide(RateLimiter, limiter)
  },
})

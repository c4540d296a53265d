export { RedisLimiterOptions } from './options.ts'
export { redisLimiter } from './plugin.ts'
export { RedisRateLimiter, type RedisRateLimiterOptions } from './redis-rate-limiter.ts'

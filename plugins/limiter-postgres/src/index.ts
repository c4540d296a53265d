export { PostgresLimiterOptions } from './options.ts'
export { postgresLimiter } from './plugin.ts'
export { PostgresRateLimiter, type PostgresRateLimiterOptions } from './postgres-rate-limiter.ts'

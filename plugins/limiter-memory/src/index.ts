export { MemoryRateLimiter, type MemoryRateLimiterOptions } from './memory-rate-limiter.ts'
export { MemoryLimiterOptions } from './options.ts'
export { memoryLimiter } from './plugin.ts'

export { MemoryLimiterOptions } from './options.ts'
export { memoryLimiter } from './plugin.ts'

export { LanceIndexOptions } from './options.ts'
export { lanceIndex } from './plugin.ts'

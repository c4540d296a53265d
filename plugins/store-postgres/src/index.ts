export { PostgresOptions } from './options.ts'
export { postgres } from './plugin.ts'
export { PostgresJobStore } from './postgres-job-store.ts'

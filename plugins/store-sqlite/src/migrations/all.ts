import { jobs } from './001-jobs.ts'
import type { Migration } from './migration.ts'

/** Every migration in the order of its version. */
export const MIGRATIONS: readonly Migration[] = [jobs]

import type { Migration } from '@docent/postgres'
import { jobs } from './001-jobs.ts'

/** Every migration in the order of its version. */
export const MIGRATIONS: readonly Migration[] = [jobs]

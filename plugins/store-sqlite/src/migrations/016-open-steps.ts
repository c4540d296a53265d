import type { Migration } from './migration.ts'

/** The step that a worker has begun and not recorded: if the worker dies, what the step's events say is void. */
export const openSteps: Migration = {
  version: 16,
  name: 'open-steps',
  sql: 'ALTER TABLE jobs ADD COLUMN open_step INTEGER;',
}

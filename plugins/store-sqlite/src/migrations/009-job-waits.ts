import type { Migration } from './migration.ts'

/**
 * Jobs that wait for a provider. `waits` counts how often a job was postponed since its last step and `waiting_since`
 * is when the first of these waits began. While it waits, nobody's lease keeps its branch until `available_at`.
 */
export const jobWaits: Migration = {
  version: 9,
  name: 'job-waits',
  sql: `
    ALTER TABLE jobs ADD COLUMN waits INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN waiting_since INTEGER;
  `,
}

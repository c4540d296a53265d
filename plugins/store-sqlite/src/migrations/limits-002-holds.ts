import type { Migration } from './migration.ts'

/** Uses that are set aside, as JSON: `[{ id, cost, until }]`; NULL where there are none. */
export const holds: Migration = {
  version: 2,
  name: 'holds',
  sql: 'ALTER TABLE counters ADD COLUMN holds TEXT',
}

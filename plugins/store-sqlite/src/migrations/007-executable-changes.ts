import type { Migration } from './migration.ts'

/** Whether a changed file is executable. NULL in steps that were recorded before, and for deleted files. */
export const executableChanges: Migration = {
  version: 7,
  name: 'executable-changes',
  sql: 'ALTER TABLE job_changes ADD COLUMN executable INTEGER;',
}

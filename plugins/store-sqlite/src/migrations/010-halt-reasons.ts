import type { Migration } from './migration.ts'

/** Jobs and events name the reason `git_host_misconfigured`: its spelling in the v1 API was stored before. */
export const haltReasons: Migration = {
  version: 10,
  name: 'halt-reasons',
  sql: `
    UPDATE jobs SET body = json_set(body, '$.haltReason', 'git_host_misconfigured')
      WHERE body ->> '$.haltReason' = 'github_missconfigured';
    UPDATE job_events SET event = json_set(event, '$.haltReason', 'git_host_misconfigured')
      WHERE event ->> '$.haltReason' = 'github_missconfigured';
  `,
}

import type { Migration } from '@docent/postgres'

/**
 * What became of the pull request of a job, out of its body. Of jobs that are there nothing is known yet, and the
 * release before this one, which writes neither column, leaves them to be looked up.
 */
export const pullStates: Migration = {
  version: 7,
  name: 'pull-states',
  worksFrom: 5,
  sql: `
    ALTER TABLE docent.jobs ADD COLUMN pull_ended boolean NOT NULL DEFAULT false, ADD COLUMN merged_at bigint;
    CREATE INDEX jobs_with_open_pull ON docent.jobs (updated_at, seq) WHERE pull_number IS NOT NULL AND NOT pull_ended;
  `,
}

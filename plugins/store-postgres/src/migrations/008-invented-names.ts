import type { Migration } from '@docent/postgres'

/**
 * Names of an answer that the documentation does not have, as JSON text; null for an answer without any. The column has
 * no value for answers from before.
 */
export const inventedNames: Migration = {
  version: 8,
  name: 'invented-names',
  worksFrom: 5,
  sql: `
    ALTER TABLE docent.thread_turns ADD COLUMN invented text;
    CREATE INDEX thread_turns_invented ON docent.thread_turns (project_id, created_at) WHERE invented IS NOT NULL;
  `,
}

import type { Migration } from '@docent/postgres'
import { spellSchema } from '@docent/sql'
import { CLAIM_FUNCTIONS } from './claim-functions.ts'
import { COUNT_TRIGGERS } from './count-triggers.ts'

const { tables, indexes } = spellSchema('postgres')

/** All tables at once. Databases from before have version 11, and no older one was ever released. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 12,
    name: 'tables',
    worksFrom: 12,
    sql: `${tables} ${indexes}
      ALTER TABLE docent.jobs ADD COLUMN claim_id uuid;
      CREATE INDEX jobs_waiting ON docent.jobs (available_at, seq) WHERE status = 'active' AND lease_worker IS NULL;
      CREATE INDEX jobs_expiring ON docent.jobs (available_at, seq) WHERE lease_worker IS NOT NULL;
      ${CLAIM_FUNCTIONS} ${COUNT_TRIGGERS}`,
    upgrade: {
      from: 11,
      sql: `
        DROP FUNCTION docent.claim_job(text, bigint, bigint);
        ALTER TABLE docent.jobs ALTER COLUMN model TYPE text COLLATE "C";
        ALTER TABLE docent.direct_searches ALTER COLUMN paths TYPE text USING array_to_json(paths)::text;
        DROP INDEX docent.direct_searches_by_visitor;
        CREATE INDEX direct_searches_by_visitor ON docent.direct_searches (project_id, created_at, visitor)
          WHERE visitor IS NOT NULL;`,
    },
  },
]

import type { Migration } from '@docent/postgres'
import { HELD_FUNCTION, LINES, NOTES_INDEX, spellSchema, spellTables, TASKS } from '@docent/sql'
import { COUNT_TRIGGERS } from './count-triggers.ts'

const { tables, indexes } = spellSchema('postgres')

/** The time that leases go by, milliseconds since the epoch. */
const NOW = `
  CREATE FUNCTION docent.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
  $$;
`

const FROM_11 = `
  DROP FUNCTION docent.claim_job(text, bigint, bigint);
  ALTER TABLE docent.jobs ALTER COLUMN model TYPE text COLLATE "C";
  ALTER TABLE docent.direct_searches ALTER COLUMN paths TYPE text USING array_to_json(paths)::text;
  DROP INDEX docent.direct_searches_by_visitor;
  CREATE INDEX direct_searches_by_visitor ON docent.direct_searches (project_id, created_at, visitor)
    WHERE visitor IS NOT NULL;
`

/** Claims were functions, and background tasks lay in a schema of their own. */
const FROM_12 = `
  DROP FUNCTION docent.claim_jobs(uuid, text[], bigint[], bigint, boolean);
  DROP FUNCTION docent.outlook(bigint);
  DROP INDEX docent.jobs_waiting;
  DROP INDEX docent.jobs_expiring;
  ALTER TABLE docent.jobs DROP COLUMN notice, DROP COLUMN claim_id,
    ADD COLUMN organization_id text COLLATE "C" NOT NULL DEFAULT '', ADD COLUMN place bigint NOT NULL DEFAULT 0;
  UPDATE docent.jobs SET organization_id = coalesce(substring(body FROM '"organizationId":"([^"]*)"'), ''),
    place = available_at;
  ${spellTables('postgres', LINES.tables + TASKS.tables + LINES.indexes + TASKS.indexes)}
  ${HELD_FUNCTION}
`

/** All tables at once. Databases from before have version 11, 12, or 13, and no older one was ever released. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 14,
    name: 'tables',
    worksFrom: 13,
    sql: `${tables} ${indexes} ${NOW} ${HELD_FUNCTION} ${COUNT_TRIGGERS}`,
    upgrades: {
      11: `${FROM_11} ${FROM_12} ${NOTES_INDEX}`,
      12: `${FROM_12} ${NOTES_INDEX}`,
      13: NOTES_INDEX,
    },
  },
]

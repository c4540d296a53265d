import { DocentError } from '@docent/core/plugin'
import { COMMITS_TABLE, forgetCommits } from './commit-marks.ts'
import { explainOutage } from './explain-outage.ts'
import { inSchema } from './in-schema.ts'
import type { Postgres } from './postgres.ts'
import type { Transaction } from './transaction.ts'

/** A step of a schema, forward only. SQL names tables as `docent.table`. */
export interface Migration {
  readonly version: number
  readonly name: string
  /**
   * The lowest version whose code still works on the schema after this step. A step that only adds keeps that of the
   * step before, so that the release before this one runs beside it while servers are replaced one after another.
   */
  readonly worksFrom: number
  readonly sql: string
  /** Runs instead of `sql` on tables of that version. Only the first step, which can have any version, can have them. */
  readonly upgrades?: Readonly<Record<number, string>>
}

interface Applied {
  version: number
  works_from: number
}

/** Any number; it must only differ from those of other programs on the same database. */
const LOCK = 7_265_311
/** A step may count millions of rows. Servers that start meanwhile wait for it. */
const MIGRATION_MS = 3_600_000

/**
 * Brings a set of tables to its newest version in one transaction. Servers that start at once are safe: each waits for
 * the one before it, and then finds nothing to do.
 * @param area names the set: each has versions of its own in the schema
 * @throws DocentError `configuration` when a newer Docent changed the tables so that this one would harm them, when they are from
 * long before the first release, or when the user may not create tables
 */
export async function migrate(
  postgres: Postgres,
  area: string,
  migrations: readonly Migration[],
): Promise<void> {
  const { schema } = postgres.settings
  const apply = async (transaction: Transaction) => {
    await transaction.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, schema], MIGRATION_MS)
    const { rows: schemas } = await transaction.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [
      schema,
    ])
    if (schemas.length === 0) await transaction.query(`CREATE SCHEMA "${schema}"`)
    await transaction.query(COMMITS_TABLE)
    await forgetCommits(transaction)
    await transaction.query(
      `CREATE TABLE IF NOT EXISTS docent.schema_versions (
         area text NOT NULL, version integer NOT NULL, name text NOT NULL, works_from integer NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (area, version))`,
    )
    const { rows } = await transaction.query<Applied>(
      'SELECT version, works_from FROM docent.schema_versions WHERE area = $1 ORDER BY version DESC LIMIT 1',
      [area],
    )
    const newest = migrations.at(-1)?.version ?? 0
    const applied = rows[0] ?? { version: 0, works_from: 0 }
    if (applied.version > newest && applied.works_from > newest) throw tooNew(area, applied.version, newest)
    for (const { version, name, worksFrom, sql, upgrades } of migrations) {
      if (version <= applied.version) continue
      const step = upgrades && applied.version > 0 ? upgrades[applied.version] : sql
      if (step === undefined) throw tooOld(area, applied.version)
      await transaction.query(step, [], MIGRATION_MS)
      await transaction.query(
        'INSERT INTO docent.schema_versions (area, version, name, works_from) VALUES ($1, $2, $3, $4)',
        [area, version, name, worksFrom],
      )
    }
  }
  try {
    await postgres.transaction(apply, { isRepeatable: true })
  } catch (error) {
    throw explainOutage(error, postgres.settings.url)
  }
}

/** The newest version of a set of tables that is in the database; 0 when none is. */
export async function schemaVersion(postgres: Postgres, area: string): Promise<number> {
  const { rows } = await postgres.query<{ known: string | null }>('SELECT to_regclass($1)::text AS known', [
    inSchema('docent.schema_versions', postgres.settings.schema),
  ])
  if (!rows[0]?.known) return 0
  const { rows: versions } = await postgres.query<{ version: number | null }>(
    'SELECT MAX(version) AS version FROM docent.schema_versions WHERE area = $1',
    [area],
  )
  return versions[0]?.version ?? 0
}

function tooOld(area: string, version: number): DocentError {
  return new DocentError(
    'configuration',
    `The tables of ${area} in PostgreSQL have version ${version}, from before the first release. Use another schema, or drop this one.`,
  )
}

function tooNew(area: string, version: number, newest: number): DocentError {
  return new DocentError(
    'configuration',
    `The tables of ${area} in PostgreSQL have version ${version}, and this Docent knows versions up to ${newest} and cannot ` +
      'work on them: start the newer Docent that wrote them, or restore a backup made before the upgrade.',
  )
}

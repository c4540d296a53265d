import { STORED_TABLES } from '@docent/core/plugin'
import { migrate, Postgres } from '@docent/postgres'
import { MIGRATIONS } from '../../../../plugins/store-postgres/src/migrations/all.ts'

/** Of the newest tables. */
export const NEWEST_POSTGRES = MIGRATIONS.length

async function opened<Result>(
  url: string,
  schema: string,
  work: (postgres: Postgres) => Promise<Result>,
): Promise<Result> {
  const postgres = new Postgres({ url, directUrl: url, schema, connections: 2 })
  await postgres.open()
  try {
    return await work(postgres)
  } finally {
    await postgres.close()
  }
}

interface Filling {
  /** A schema of the newest version, with rows. */
  from: string
  to: string
  /** Default: the newest. */
  version?: number
  /** Default: all that there are. */
  tables?: readonly string[]
}

/**
 * The tables of a release: its own migrations make them, and they get rows with the columns that they had.
 *
 * @returns the tables that the release had
 */
export function fillOlderSchema(
  url: string,
  { from, to, version = NEWEST_POSTGRES, tables }: Filling,
): Promise<string[]> {
  return opened(url, to, async (postgres) => {
    await migrate(postgres, 'store', MIGRATIONS.slice(0, version))
    return copyRows(postgres, { from, to, as: to, ...(tables && { tables }) })
  })
}

/** For each version that works beside the one before it: rows as that one wrote them, in the newer tables. */
export async function writeAsRelease(url: string, from: string): Promise<{ schema: string }[]> {
  const written: { schema: string }[] = []
  for (const { version, worksFrom } of MIGRATIONS) {
    if (worksFrom >= version) continue
    const [before, after] = [`before_${version}`, `after_${version}`]
    await opened(url, before, (postgres) => migrate(postgres, 'store', MIGRATIONS.slice(0, version - 1)))
    await opened(url, after, async (postgres) => {
      await migrate(postgres, 'store', MIGRATIONS.slice(0, version))
      // What the older release checks when it starts.
      await migrate(postgres, 'store', MIGRATIONS.slice(0, version - 1))
      await copyRows(postgres, { from, to: after, as: before })
    })
    written.push({ schema: after })
  }
  return written
}

/** Rows of all tables that `as` has, with the columns that `as` has, in the order of references. */
async function copyRows(
  postgres: Postgres,
  { from, to, as, tables }: { from: string; to: string; as: string; tables?: readonly string[] },
): Promise<string[]> {
  const { rows } = await postgres.query<{ table: string; columns: string[] }>(
    `SELECT theirs.table_name AS table, array_agg(theirs.column_name::text) AS columns
       FROM information_schema.columns AS theirs JOIN information_schema.columns AS known
         ON known.table_schema = $2 AND known.table_name = theirs.table_name AND known.column_name = theirs.column_name
       WHERE theirs.table_schema = $1 AND theirs.is_generated = 'NEVER' GROUP BY theirs.table_name`,
    [as, from],
  )
  const copied: string[] = []
  for (const table of Object.keys(STORED_TABLES)) {
    const columns = rows.find((row) => row.table === table)?.columns
    if (columns === undefined || tables?.includes(table) === false) continue
    const list = columns.join(', ')
    await postgres.query(`INSERT INTO ${to}.${table} (${list}) SELECT ${list} FROM ${from}.${table}`)
    if (columns.includes('seq'))
      await postgres.query(
        `SELECT setval(pg_get_serial_sequence('${to}.${table}', 'seq'), (SELECT coalesce(max(seq), 1) FROM ${to}.${table}))
           WHERE pg_get_serial_sequence('${to}.${table}', 'seq') IS NOT NULL`,
      )
    copied.push(table)
  }
  return copied
}

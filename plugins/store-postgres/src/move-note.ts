import { DocentError } from '@docent/core/plugin'
import { inSchema, type Postgres } from '@docent/postgres'

/** What is being moved into this store; undefined for a store that is whole. */
export async function moveUnderWay(postgres: Postgres): Promise<string | undefined> {
  const { rows } = await postgres.query<{ known: string | null }>('SELECT to_regclass($1)::text AS known', [
    inSchema('docent.move_under_way', postgres.settings.schema),
  ])
  if (!rows[0]?.known) return undefined
  const { rows: notes } = await postgres.query<{ source: string }>('SELECT source FROM docent.move_under_way')
  return notes[0]?.source ?? 'an unknown store'
}

/** @throws DocentError `configuration` while an installation is being moved into it */
export async function assertWholeStore(postgres: Postgres): Promise<void> {
  const source = await moveUnderWay(postgres)
  if (source === undefined) return
  throw new DocentError(
    'configuration',
    `The move from ${source} into PostgreSQL is incomplete. Run the same docent migrate command again, and it continues where it stopped.`,
  )
}

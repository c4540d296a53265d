import { DocentError } from '@docent/core/plugin'
import { moveUnderWay, type SqlDatabase } from '@docent/sql'

/** @throws DocentError `configuration` while an installation is being moved into it */
export async function assertWholeStore(database: SqlDatabase): Promise<void> {
  const source = await moveUnderWay(database)
  if (source === undefined) return
  throw new DocentError(
    'configuration',
    `The move from ${source} into PostgreSQL is incomplete. Run the same docent migrate command again, and it continues where it stopped.`,
  )
}

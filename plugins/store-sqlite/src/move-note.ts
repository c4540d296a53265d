import type { DatabaseSync } from 'node:sqlite'
import { DocentError } from '@docent/core/plugin'

/** What is being moved into this database; undefined for one that is whole. */
function moveUnderWay(connection: DatabaseSync): string | undefined {
  const known = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'move_under_way'").get()
  if (!known) return undefined
  return String(connection.prepare('SELECT source FROM move_under_way').get()?.source ?? 'an unknown store')
}

/** @throws DocentError `configuration` while an installation is being moved into it */
export function assertWholeStore(connection: DatabaseSync): void {
  const source = moveUnderWay(connection)
  if (source === undefined) return
  throw new DocentError(
    'configuration',
    `The move from ${source} into SQLite is incomplete. Run the same docent migrate command again, and it continues where it stopped.`,
  )
}

import { DocentError } from '@docent/core/plugin'

/** PostgreSQL 15, as `server_version_num` writes it. */
const OLDEST_SERVER = 150_000

/** @throws DocentError `configuration` for a server that is too old */
export function assertNewEnough(server: { number: number; name: string } | undefined): void {
  if (server && server.number >= OLDEST_SERVER) return
  throw new DocentError(
    'configuration',
    `PostgreSQL ${server?.name ?? '(unknown)'} is too old. Docent needs 15 or later.`,
  )
}

import type { PoolClient } from 'pg'
import { Patience } from './retry.ts'

/** How long the server may take to notice that the connection of a transaction is gone. */
const NOTICE_MS = 30_000

/**
 * What became of a transaction whose connection was cut during the commit. The server keeps the answer through a crash:
 * https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT
 */
export async function fateOf(client: PoolClient, xid: string): Promise<'committed' | 'aborted'> {
  const patience = new Patience(NOTICE_MS)
  for (;;) {
    const { rows } = await client.query<{ status: string | null }>(
      'SELECT pg_xact_status($1::xid8) AS status',
      [xid],
    )
    const status = rows[0]?.status
    if (status === 'committed' || status === 'aborted') return status
    if (!(await patience.again()))
      throw new Error(`PostgreSQL does not say what became of transaction ${xid}`)
  }
}

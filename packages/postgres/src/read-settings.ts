import { DocentError } from '@docent/core/plugin'
import type { PostgresOptions, PostgresSettings } from './options.ts'

/**
 * Options with what the environment says in place of what they leave out.
 * @throws DocentError `configuration` when neither names a database, or one names something else.
 */
export function readSettings(
  { url, directUrl, schema, connections }: PostgresOptions,
  env: Readonly<Record<string, string | undefined>>,
): PostgresSettings {
  const pooled = url ?? env.DATABASE_URL
  if (!pooled) {
    throw new DocentError(
      'configuration',
      'PostgreSQL has no address. Set DATABASE_URL, such as postgres://docent@db.internal/docent, or the option url.',
    )
  }
  const direct = directUrl ?? env.DATABASE_DIRECT_URL ?? pooled
  assertAddress(pooled, url === undefined ? 'DATABASE_URL' : 'The option url')
  assertAddress(direct, directUrl === undefined ? 'DATABASE_DIRECT_URL' : 'The option directUrl')
  return { url: pooled, directUrl: direct, schema, connections }
}

/** Its text may hold a password, so it is not repeated. */
function assertAddress(address: string, source: string): void {
  // `socket:/run/postgresql?db=docent` and `/run/postgresql docent` are addresses of the driver, too.
  if (/^(?:postgres(?:ql)?:\/\/|socket:|\/)/.test(address)) return
  throw new DocentError(
    'configuration',
    `${source} is not a PostgreSQL address. Write it as postgres://user:password@host:5432/database.`,
  )
}

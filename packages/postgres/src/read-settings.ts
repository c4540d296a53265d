import { DocentError } from '@docent/core'
import type { PostgresOptions, PostgresSettings } from './options.ts'

/**
 * Options with what the environment says in place of what they leave out.
 * @throws DocentError `configuration` when neither names a database.
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
  return { url: pooled, directUrl: directUrl ?? env.DATABASE_DIRECT_URL ?? pooled, schema, connections }
}

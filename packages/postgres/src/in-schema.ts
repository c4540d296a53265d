import { DocentError } from '@docent/core/plugin'

/** Names that stand in SQL as they are. */
export const SCHEMA_NAME: RegExp = /^[a-z_][a-z0-9_]{0,40}$/

/** @throws DocentError `configuration` for a name that SQL would read as something else */
export function withSchemaName<Settings extends { schema: string }>(settings: Settings): Settings {
  const { schema } = settings
  if (SCHEMA_NAME.test(schema)) return settings
  throw new DocentError(
    'configuration',
    `"${schema}" can't be the name of a schema in PostgreSQL. Use at most 41 lowercase letters, digits, or "_", and begin with a letter or "_".`,
  )
}

/** Puts the configured schema in place of `docent.`: quoted, because a name may be a word of SQL, such as `user`. */
export function inSchema(sql: string, schema: string): string {
  return schema === 'docent' ? sql : sql.replaceAll(/\bdocent\./g, `"${schema}".`)
}

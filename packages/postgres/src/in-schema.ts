/** Puts the configured schema in place of `docent.`; names in it are checked when the options are read. */
export function inSchema(sql: string, schema: string): string {
  return schema === 'docent' ? sql : sql.replaceAll(/\bdocent\./g, `${schema}.`)
}

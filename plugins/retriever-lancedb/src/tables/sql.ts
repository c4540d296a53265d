/** A string literal of LanceDB's SQL: only the single quote is special there (backslashes are plain). */
export function sqlString(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

export function sqlList(values: Iterable<string>): string {
  return [...values].map(sqlString).join(', ')
}

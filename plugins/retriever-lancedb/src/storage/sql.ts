/** A text as LanceDB's SQL has it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A condition that a column has one of the texts. */
export function isOneOf(column: string, texts: Iterable<string>): string {
  const list = Array.from(texts, quoted)
  return list.length === 0 ? 'false' : `${column} IN (${list.join(', ')})`
}

/** A condition on the kind of a row; undefined for all. */
export function isOfKinds(kinds: readonly number[] | undefined): string {
  if (kinds === undefined) return 'true'
  return kinds.length === 0 ? 'false' : `kind IN (${kinds.join(', ')})`
}

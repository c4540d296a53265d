/** Stands between the parts of a searchable text: no part holds it, so no search finds across two parts. */
const BETWEEN = '\u0001'

/** Texts as a search compares them: small letters for A to Z, without characters that PostgreSQL has no place for. */
export function searchable(...parts: readonly string[]): string {
  return parts.map(comparable).join(BETWEEN)
}

/** What to search for in such a text. */
export function comparable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that cannot be stored or that separate
  const kept = text.toWellFormed().replace(/[\u0000\u0001]/g, ' ')
  return kept.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

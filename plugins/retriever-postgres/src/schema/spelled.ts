/** A text as a key of a table: JSON, because PostgreSQL has no texts with NUL. */
export function spelled(text: string): string {
  return JSON.stringify(text)
}

export function unspelled(stored: string): string {
  return JSON.parse(stored)
}

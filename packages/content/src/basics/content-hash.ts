import { createHash } from 'node:crypto'

/** SHA-256 of the UTF-8 text in lower-case hex: equal texts, and only those, are equal. */
export function contentHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

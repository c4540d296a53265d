const MAX_LENGTH = 200

/**
 * A search query under which others that ask the same are counted: compatibility forms, case, spaces and closing
 * punctuation do not matter. '' when nothing is left.
 *
 * @example
 * normalizedQuery('  How do I REVOKE\na key? ') // 'how do i revoke a key'
 */
export function normalizedQuery(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/(?<![\s?!.,;:])[\s?!.,;:]+$/, '')
    .toWellFormed()
}

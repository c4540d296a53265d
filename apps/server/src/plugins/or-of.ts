/** Words as a choice: `a, b, or c`. */
export function orOf(words: readonly string[]): string {
  return words.length < 3 ? words.join(' or ') : `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`
}

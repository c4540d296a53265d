/**
 * Bytes of one result. A token stands for 3 bytes or more of prose, of code, and of Chinese, so that a result has at most
 * 10,000 of them: more is refused by some clients, and written to a file by others.
 */
export const MOST_BYTES = 30_000

/** Of what a result says: it says it twice, as text for models and as data for programs. */
export const MOST_CONTENT_BYTES = MOST_BYTES / 2 - 1_000

/** Bytes of a value in a reply. Line breaks and quotes take two each. */
export function sizeOf(value: string | object): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/**
 * The beginning of a text that has room, up to the end of a paragraph or line where one is near.
 *
 * @example
 * beginningOf('one\ntwo\nthree', 10) // 'one\ntwo\n'
 */
export function beginningOf(text: string, mostBytes: number): string {
  if (sizeOf(text) <= mostBytes) return text
  let low = 0
  let high = Math.min(text.length, mostBytes)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sizeOf(text.slice(0, middle)) <= mostBytes) low = middle
    else high = middle - 1
  }
  const whole = text.slice(0, low)
  for (const end of ['\n\n', '\n', ' ']) {
    const at = whole.lastIndexOf(end)
    if (at > low / 2) return whole.slice(0, at + end.length)
  }
  // Half a character is none.
  return /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(0, -1) : whole
}

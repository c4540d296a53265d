/**
 * A path or pattern in the one form in which they are compared (RFC 9309 section 2.2.2): octets beyond ASCII are
 * percent-encoded, percent-encoded letters, digits and `-._~` are not, and hexadecimal digits are upper case.
 */
export function normalizeRobotsPath(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/gu, (chars) => encodeURIComponent(chars.toWellFormed()))
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => {
      const char = String.fromCharCode(Number.parseInt(hex, 16))
      return /[\w.~-]/.test(char) ? char : `%${hex.toUpperCase()}`
    })
}

/**
 * How many characters a pattern has that matches the path from its beginning; -1 when it does not. `*` stands for any
 * characters, `$` at the end of the pattern for the end of the path. Takes no more than the product of both lengths.
 */
export function matchLength(pattern: string, path: string): number {
  const isAnchored = pattern.endsWith('$')
  const [first = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return -1
  let at = first.length
  const last = isAnchored ? rest.pop() : undefined
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found < 0) return -1
    at = found + part.length
  }
  if (last !== undefined) return path.length - last.length >= at && path.endsWith(last) ? pattern.length : -1
  return isAnchored && at !== path.length ? -1 : pattern.length
}

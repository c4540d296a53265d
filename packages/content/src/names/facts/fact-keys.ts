const MARK = '='
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/**
 * The key under which an index knows that a value stands beside a subject: an option, a command,
 * or, with '', anything. A number, because a page has hundreds.
 */
export function factKey(subject: string, value: string): string {
  let hash = OFFSET
  for (const text of [subject, '\0', value])
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return `${MARK}${((hash ^ (hash >>> 13)) >>> 0).toString(36)}`
}

export function isFact(key: string): boolean {
  return key.startsWith(MARK)
}

/** The number of a fact, below 2³². */
export function factNumber(key: string): number {
  return Number.parseInt(key.slice(MARK.length), 36)
}

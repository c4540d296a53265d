const MARK = '='
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/**
 * The key under which an index knows that a value stands beside a subject: an option, a command,
 * or, with '', anything. A number, because a page has hundreds.
 */
export function factKey(subject: string, value: string): string {
  return keyOfFact(factOf(hashedSubject(subject), value))
}

/** The half of a fact that is the same for all values of a subject. */
export function hashedSubject(subject: string): number {
  return hashed(hashed(OFFSET, subject), '\0')
}

/** The number of a fact, below 2³². */
export function factOf(hashOfSubject: number, value: string): number {
  let hash = hashed(hashOfSubject, value)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

export function keyOfFact(fact: number): string {
  return `${MARK}${fact.toString(36)}`
}

function hashed(start: number, text: string): number {
  let hash = start
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash
}

export function isFact(key: string): boolean {
  return key.startsWith(MARK)
}

export function factNumber(key: string): number {
  return Number.parseInt(key.slice(MARK.length), 36)
}

import { hashed } from '../spaces/hashed.ts'

const MARK = '='

/**
 * The key under which an index is asked whether a value stands beside a subject: an option, a command,
 * or, with '', anything. The index itself holds its number, because a page has hundreds.
 */
export function factKey(subject: string, value: string): string {
  return `${MARK}${factOf(hashed(subject), hashed(value))}`
}

/** The number of a fact, with 32 bits and a sign: larger ones are no small integers of V8. */
export function factOf(hashOfSubject: number, hashOfValue: number): number {
  let hash = Math.imul(hashOfSubject, 0x2c1b3c6d) ^ hashOfValue
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39)
  return hash ^ (hash >>> 15)
}

export function isFact(key: string): boolean {
  return key.startsWith(MARK)
}

export function factNumber(key: string): number {
  return Number(key.slice(MARK.length))
}

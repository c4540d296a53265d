import { createHmac, randomBytes } from 'node:crypto'
import type { KeyKind } from '../domain/key.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 43
const KEY = /^svc_(?:dsc_)?[0-9A-Za-z]{43}$/

/** The prefix is for people; code decides by the stored record (`svc_dsc_` also starts with `svc_`). */
const KEY_PREFIX: Readonly<Record<KeyKind, string>> = { admin: 'svc_', assistant: 'svc_dsc_' }

/** A new key: the prefix of its kind and 43 base62 characters, 256 random bits. */
export function makeKey(kind: KeyKind): string {
  let key = ''
  while (key.length < LENGTH) {
    for (const byte of randomBytes(LENGTH * 2)) {
      // 248 is the last multiple of 62 in a byte: using the rest would make the first characters likelier.
      if (byte < 248 && key.length < LENGTH) key += BASE62[byte % 62]
    }
  }
  return KEY_PREFIX[kind] + key
}

/**
 * The key in an `Authorization` header, or undefined when the header is missing or is not `Bearer` and a key.
 * The scheme is case-insensitive (RFC 9110 section 11.1).
 */
export function keyFromHeader(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > 100) return undefined
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  const key = authorization.slice(7).trim()
  return KEY.test(key) ? key : undefined
}

/** What the store keeps of a key: HMAC-SHA-256 under the server's secret, hex. */
export function hashKey(secret: string, key: string): string {
  return createHmac('sha256', secret).update(key).digest('hex')
}

/** Says that this secret made this hash, to who has the secret: the hash itself says so only to who has the key. */
export function markHash(secret: string, hash: string): string {
  return createHmac('sha256', secret).update(`docent:keyed-by:${hash}`).digest('hex').slice(0, 16)
}

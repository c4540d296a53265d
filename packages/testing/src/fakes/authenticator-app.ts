import { createHmac, randomBytes } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_MS = 30_000

/** 32 random characters of base32, as authenticator apps read them. */
export function newSecret(): string {
  return [...randomBytes(32)].map((byte) => BASE32[byte % 32]).join('')
}

/**
 * The code that an authenticator app shows.
 *
 * @param secret in base32
 * @param ahead 1 for the code after the one of now, which servers take already
 * @see https://www.rfc-editor.org/rfc/rfc6238
 */
export function codeOf(secret: string, ahead = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS) + ahead))
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const code = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff
  return String(code % 1_000_000).padStart(6, '0')
}

/** Whether a code is of now, or of the period before or after it. */
export function isCodeOf(secret: string, code: string): boolean {
  return [-1, 0, 1].some((ahead) => codeOf(secret, ahead) === code)
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a value under a key that is derived from the server's secret (HKDF with SHA-256, RFC 5869), by AES-256-GCM.
 *
 * @param name what the value is of: it opens under this name alone
 */
export function sealSecret(secret: string, name: string, value: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv)
  cipher.setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/**
 * The value of what `sealSecret` made under any of the secrets.
 *
 * @param secrets newest first
 * @returns undefined when none of them opens it; `isCurrent` is false when an older one did
 */
export function openSecret(
  secrets: readonly string[],
  name: string,
  sealed: string,
): { value: string; isCurrent: boolean } | undefined {
  const [version, text = ''] = sealed.split('.')
  const bytes = Buffer.from(text, 'base64url')
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return undefined
  for (const [index, secret] of secrets.entries()) {
    const value = open(secret, name, bytes)
    if (value !== undefined) return { value, isCurrent: index === 0 }
  }
  return undefined
}

function open(secret: string, name: string, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(name))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch (error) {
    // What Node throws for a tag that is not of this key, name and text.
    if (error instanceof Error) return undefined
    throw error
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'docent:secrets', 32))
}

import { createHmac } from 'node:crypto'
import type { HostWebhooks } from './host-webhooks.ts'
import { firstOf, isSameText } from './read-webhook.ts'

/** A signed delivery older or newer than this is refused, as Standard Webhooks asks: it may be a replay. */
const TOLERANCE_MS = 5 * 60_000

/**
 * True when the first of the headers that is there has the HMAC-SHA-256 of the raw body in hexadecimal digits, with
 * `prefix` before it.
 */
export function hexSigned(names: readonly string[], prefix = ''): HostWebhooks['isSigned'] {
  return (headers, body, secret) => {
    const digest = createHmac('sha256', secret).update(body).digest('hex')
    return isSameText(firstOf(headers, names), `${prefix}${digest}`)
  }
}

/**
 * True for a delivery that is signed as https://www.standardwebhooks.com says, `v1,` and the HMAC-SHA-256 of
 * `id.timestamp.body` in base64, and not older or newer than five minutes.
 */
export function isStandardWebhook(
  headers: ReadonlyMap<string, string>,
  { secret, body, now }: { secret: string; body: Uint8Array; now: number },
): boolean {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  // There are several while a signing secret is being replaced.
  const given = (headers.get('webhook-signature') ?? '').split(' ')
  const isFresh = Math.abs(now - Number(timestamp) * 1000) <= TOLERANCE_MS
  return isFresh && given.some((each) => isSameText(each, `v1,${digest}`))
}

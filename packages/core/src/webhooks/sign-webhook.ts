import { createHmac } from 'node:crypto'

export interface SignedMessage {
  /** The same for every attempt: by it a receiver knows a delivery that it had already. */
  id: string
  /** Of this attempt, seconds since the epoch. */
  timestamp: number
  body: string
}

/**
 * The headers of a delivery by Standard Webhooks (https://www.standardwebhooks.com): one signature a secret, so that a
 * receiver with either the old or the new one verifies it.
 */
export function webhookHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${signature}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Docent',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * The key in a secret as people copy it, `whsec_` and base64; undefined when it is none, or has not 24 to 64 bytes as
 * the standard asks for.
 */
export function readWebhookSecret(text: string): Uint8Array | undefined {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1]
  if (encoded === undefined) return undefined
  const key = Buffer.from(encoded, 'base64')
  return key.length >= 24 && key.length <= 64 ? key : undefined
}

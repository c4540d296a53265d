import { createHmac, randomUUID } from 'node:crypto'

export interface WebhookDelivery {
  /** `X-GitHub-Delivery`: the same when GitHub sends a delivery again. */
  deliveryId: string
  headers: Record<string, string>
  body: Uint8Array
}

/** A delivery with GitHub's headers, signed over its raw body. Without a secret it is not signed. */
export function signWebhook(
  event: string,
  payload: unknown,
  secret?: string,
  deliveryId: string = randomUUID(),
): WebhookDelivery {
  const body = Buffer.from(JSON.stringify(payload))
  const signature = secret === undefined ? undefined : createHmac('sha256', secret).update(body).digest('hex')
  return {
    deliveryId,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/simulated',
      'x-github-event': event,
      'x-github-delivery': deliveryId,
      ...(signature === undefined ? {} : { 'x-hub-signature-256': `sha256=${signature}` }),
    },
  }
}

/** Posts a delivery; the same one twice is what GitHub's "redeliver" does. Fails after ten seconds, as GitHub does. */
export function postWebhook(url: string, delivery: WebhookDelivery): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: delivery.headers,
    body: Buffer.from(delivery.body),
    signal: AbortSignal.timeout(10_000),
  })
}

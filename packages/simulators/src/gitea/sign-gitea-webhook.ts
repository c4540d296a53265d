import { createHmac, randomUUID } from 'node:crypto'
import type { WebhookDelivery } from '../host/send-webhook.ts'

/** A delivery with the headers of Gitea or Forgejo, signed over its raw body. Without a secret it is not signed. */
export function signGiteaWebhook(
  event: string,
  payload: unknown,
  secret?: string,
  options: { host?: 'gitea' | 'forgejo'; deliveryId?: string } = {},
): WebhookDelivery {
  const { host = 'gitea', deliveryId = randomUUID() } = options
  const body = Buffer.from(JSON.stringify(payload, null, 2))
  const signature = secret === undefined ? '' : createHmac('sha256', secret).update(body).digest('hex')
  // Forgejo also sends Gitea's, and both send GitHub's.
  const names = host === 'forgejo' ? ['forgejo', 'gitea', 'gogs'] : ['gitea', 'gogs']
  const own = names.flatMap((name) => [
    [`x-${name}-delivery`, deliveryId],
    [`x-${name}-event`, event],
    [`x-${name}-event-type`, event],
    [`x-${name}-signature`, signature],
  ])
  return {
    deliveryId,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Go-http-client/1.1',
      'x-github-delivery': deliveryId,
      'x-github-event': event,
      'x-hub-signature-256': `sha256=${signature}`,
      ...Object.fromEntries(own),
    },
  }
}

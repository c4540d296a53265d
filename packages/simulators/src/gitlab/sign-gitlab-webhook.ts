import { createHmac, randomUUID } from 'node:crypto'
import { defined } from '@docent/core/plugin'
import type { WebhookDelivery } from '../host/send-webhook.ts'

const EVENTS: Readonly<Record<string, string>> = {
  push: 'Push Hook',
  tag_push: 'Tag Push Hook',
  merge_request: 'Merge Request Hook',
  note: 'Note Hook',
}

export interface GitlabWebhookSecrets {
  /** Sent as it is, in `X-Gitlab-Token`. */
  secret?: string
  /** `whsec_…`: signs the body by Standard Webhooks, since GitLab 19.0. */
  signingToken?: string
  /** Milliseconds since the epoch. */
  now?: number
}

/** A delivery with GitLab's headers: https://docs.gitlab.com/user/project/integrations/webhooks. */
export function signGitlabWebhook(
  payload: Record<string, unknown>,
  { secret, signingToken, now = Date.now() }: GitlabWebhookSecrets = {},
  deliveryId: string = randomUUID(),
): WebhookDelivery {
  const body = Buffer.from(JSON.stringify(payload))
  const timestamp = String(Math.floor(now / 1000))
  return {
    deliveryId,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitLab/19.4.0',
      'idempotency-key': deliveryId,
      'x-gitlab-event': EVENTS[String(payload.object_kind)] ?? 'System Hook',
      'x-gitlab-event-uuid': randomUUID(),
      'x-gitlab-webhook-uuid': randomUUID(),
      'webhook-id': deliveryId,
      'webhook-timestamp': timestamp,
      ...defined({ 'x-gitlab-token': secret }),
      ...(signingToken === undefined
        ? {}
        : { 'webhook-signature': `v1,${signature(signingToken, `${deliveryId}.${timestamp}.`, body)}` }),
    },
  }
}

function signature(signingToken: string, prefix: string, body: Uint8Array): string {
  const key = Buffer.from(signingToken.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(prefix).update(body).digest('base64')
}

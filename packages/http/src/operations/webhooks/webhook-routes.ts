import type { RouteTable } from '@docent/core/plugin'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { receiveHostWebhook } from './receive-host-webhook.ts'
import { resendWebhookDelivery } from './resend-webhook-delivery.ts'

/** Deliveries of events, and the webhooks of git hosts. */
export const WEBHOOK_ROUTES: RouteTable = [
  ['GET', '/v1/webhooks/deliveries', listWebhookDeliveries],
  ['POST', '/v1/webhooks/deliveries/{id}/resend', resendWebhookDelivery],
  ['POST', '/webhooks/{host}', receiveHostWebhook],
]

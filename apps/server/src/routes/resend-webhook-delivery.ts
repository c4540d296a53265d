import { WebhookDeliveries, WebhookWorker } from '@docent/core'
import { defineOperation } from '../requests/operation.ts'
import { json } from '../requests/reply.ts'
import { DeliveryObject } from './schemas/delivery-object.ts'

export const resendWebhookDelivery = defineOperation({
  id: 'resendWebhookDelivery',
  summary: 'Send a delivery again',
  description:
    'Under the same `webhook-id`, with all its attempts. An endpoint that had answered 410 Gone is used again.',
  tag: 'Webhooks',
  key: 'admin',
  scope: 'write',
  ofOrganization: true,
  reply: {
    status: 202,
    description: 'The delivery, pending.',
    content: { 'application/json': DeliveryObject },
  },
  async handle({ params, key, services }) {
    const delivery = await services.docent.resolve(WebhookDeliveries).resend(key, params.id ?? '')
    services.docent.resolve(WebhookWorker).wake()
    return json(delivery, 202)
  },
})

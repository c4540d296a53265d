import { WebhookDeliveries, WebhookWorker } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineOperation } from '../../calls/operation.ts'
import { DeliveryObject } from '../schemas/delivery-object.ts'

export const resendWebhookDelivery = defineOperation({
  id: 'resendWebhookDelivery',
  summary: 'Send a delivery again',
  description:
    'Uses the same `webhook-id` and starts a new series of attempts. If the endpoint was disabled because it answered 410 Gone, Docent uses it again.',
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

import { DELIVERY_STATUSES, WebhookDeliveries, WebhookWorker } from '@docent/core'
import { defined, json } from '@docent/core/plugin'
import { DeliveryObject, defineApiOperation, integerParameter } from '@docent/http'
import { z } from 'zod'

export const listDeliveries = defineApiOperation({
  id: 'listDeliveries',
  summary: 'List deliveries of outgoing webhooks in the dashboard',
  tag: 'Dashboard',
  permission: 'view',
  query: z.object({
    status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries in this state.'),
    limit: integerParameter(1, 100).default(20).describe('Deliveries on a page, 1 to 100.'),
    cursor: z.string().min(1).max(500).optional().describe('`nextCursor` of the page before.'),
  }),
  reply: {
    status: 200,
    description: 'A page of deliveries, newest first.',
    content: {
      'application/json': z.object({
        deliveries: z.array(DeliveryObject),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  async handle({ query: { status, limit, cursor }, reach, services, signal }) {
    const page = await services.docent.resolve(WebhookDeliveries).list(
      reach,
      {
        limit,
        ...defined({ status }),
        ...defined({ cursor }),
      },
      { signal },
    )
    return json(page)
  },
})

export const resendDelivery = defineApiOperation({
  id: 'resendDelivery',
  summary: 'Send a delivery again from the dashboard',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'webhook.resend',
  reply: {
    status: 202,
    description: 'The delivery, pending.',
    content: { 'application/json': DeliveryObject },
  },
  async handle({ params, reach, services, note }) {
    const delivery = await services.docent.resolve(WebhookDeliveries).resend(reach, params.id ?? '')
    services.docent.resolve(WebhookWorker).wake()
    note.about(delivery.id)
    return json(delivery, 202)
  },
})

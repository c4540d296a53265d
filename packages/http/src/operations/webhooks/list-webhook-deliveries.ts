import { DELIVERY_STATUSES, WebhookDeliveries } from '@docent/core'
import { defined, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { DeliveryObject } from '../schemas/delivery-object.ts'
import { integerParameter } from '../schemas/integer-parameter.ts'

const Query = z.object({
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries in this state.'),
  limit: integerParameter(1, 100).default(20).describe('Deliveries on a page, 1 to 100.'),
  cursor: z.string().min(1).max(500).optional().describe('`nextCursor` of the page before.'),
})

export const listWebhookDeliveries = defineOperation({
  id: 'listWebhookDeliveries',
  summary: 'List deliveries of outgoing webhooks, newest first',
  description: "Returns the deliveries of the key's projects. Docent has given up on `dead` deliveries.",
  tag: 'Webhooks',
  key: 'admin',
  scope: 'read',
  ofOrganization: true,
  query: Query,
  reply: {
    status: 200,
    description: 'A page of deliveries.',
    content: {
      'application/json': z.object({
        deliveries: z.array(DeliveryObject),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  async handle({ query: { status, limit, cursor }, key, services, signal }) {
    const page = await services.docent.resolve(WebhookDeliveries).list(
      key,
      {
        limit,
        ...defined({ status, cursor }),
      },
      { signal },
    )
    return json(page)
  },
})

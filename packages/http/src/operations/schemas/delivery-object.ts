import { DELIVERY_STATUSES } from '@docent/core'
import { z } from 'zod'

/** A delivery of an outgoing webhook, as it is shown. */
export const DeliveryObject = z.object({
  id: z.string().describe('`webhook-id` of every attempt.'),
  endpoint: z.string().describe('Id of the endpoint; never its address.'),
  type: z.string(),
  projectId: z.string(),
  jobId: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  nextAttemptAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

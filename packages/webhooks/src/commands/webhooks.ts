import { readLimit } from '@docent/command-line'
import { DELIVERY_STATUSES, type DeliveryScope, type DeliveryStatus, WebhookDeliveries } from '@docent/core'
import { type CommandGroup, DocentError, defineCommand, defined, organizationId } from '@docent/core/plugin'
import { z } from 'zod'

const organization = {
  type: 'string',
  default: 'default',
  description: 'Organization of the jobs that the events are about',
} as const

const DeliveryShape = z.object({
  id: z.string(),
  endpoint: z.string(),
  type: z.string(),
  projectId: z.string(),
  jobId: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.number(),
  nextAttemptAt: z.string().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const list = defineCommand({
  description: 'List deliveries, newest first',
  args: {
    organization,
    status: { type: 'string', description: 'List only pending, delivered, or dead deliveries' },
    limit: { type: 'string', default: '50', description: 'Maximum number of deliveries, 1 to 100' },
  },
  example: 'webhooks list --status dead',
  json: z.array(DeliveryShape),
  async work({ docent, args, signal }) {
    const status = args.status === undefined ? undefined : statusOf(args.status)
    const { deliveries } = await docent
      .resolve(WebhookDeliveries)
      .list(scopeOf(args.organization), { limit: readLimit(args.limit), ...defined({ status }) }, { signal })
    return deliveries
  },
  show: (deliveries, out) =>
    out.table(
      ['ID', 'ENDPOINT', 'EVENT', 'JOB', 'STATUS', 'ATTEMPTS', 'LAST ERROR'],
      deliveries.map((each) => [
        each.id,
        each.endpoint,
        each.type,
        each.jobId,
        each.status,
        String(each.attempts),
        each.lastError ?? '-',
      ]),
    ),
})

const resend = defineCommand({
  description: 'Have the running server send a delivery again',
  args: {
    id: {
      type: 'positional',
      required: true,
      description: 'ID of the delivery, from "docent webhooks list"',
    },
    organization,
  },
  example: 'webhooks resend msg_5b1c0e7d9a3f4c2e8b6d1a0f9e7c5b3a',
  json: DeliveryShape,
  work: ({ docent, args }) => docent.resolve(WebhookDeliveries).resend(scopeOf(args.organization), args.id),
  show: ({ id }, out) => out.line(`Delivery ${id} is pending again.`),
})

export const command: CommandGroup = {
  description: 'List and resend deliveries of outgoing webhooks',
  commands: {
    list,
    resend,
  },
}

function scopeOf(name: string): DeliveryScope {
  return { organizationId: organizationId(name), projectIds: [] }
}

function statusOf(text: string): DeliveryStatus {
  const status = DELIVERY_STATUSES.find((each) => each === text)
  if (status) return status
  throw new DocentError('invalid_request', `--status: "${text}" is not pending, delivered or dead.`)
}

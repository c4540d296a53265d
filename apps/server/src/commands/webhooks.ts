import {
  DELIVERY_STATUSES,
  type DeliveryScope,
  type DeliveryStatus,
  DocentError,
  organizationId,
  WebhookDeliveries,
} from '@docent/core'
import { defineCommand } from 'citty'
import { printJson, printTable } from './output.ts'
import { withDocent } from './with-docent.ts'

const organization = {
  type: 'string',
  default: 'default',
  description: 'Organization of the jobs that were told of',
} as const
const json = { type: 'boolean', default: false, description: 'Print JSON' } as const

const list = defineCommand({
  meta: { name: 'list', description: 'List deliveries, newest first' },
  args: {
    organization,
    status: { type: 'string', description: 'Only pending, delivered or dead ones' },
    limit: { type: 'string', default: '50', description: 'How many at most, 1 to 100' },
    json,
  },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const status = args.status === undefined ? undefined : statusOf(args.status)
      const { deliveries } = await docent
        .resolve(WebhookDeliveries)
        .list(
          scopeOf(args.organization),
          { limit: limitOf(args.limit), ...(status === undefined ? {} : { status }) },
          { signal },
        )
      if (args.json) return printJson(deliveries)
      printTable(
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
      )
    }),
})

const resend = defineCommand({
  meta: { name: 'resend', description: 'Send a delivery again, by the running server' },
  args: {
    id: {
      type: 'positional',
      required: true,
      description: 'Id of the delivery, from "docent webhooks list"',
    },
    organization,
    json,
  },
  run: ({ args }) =>
    withDocent(async (docent) => {
      const delivery = await docent.resolve(WebhookDeliveries).resend(scopeOf(args.organization), args.id)
      if (args.json) return printJson(delivery)
      console.log(`Delivery ${delivery.id} is pending again.`)
    }),
})

export const command = defineCommand({
  meta: { name: 'webhooks', description: 'List deliveries of outgoing webhooks, and send them again' },
  subCommands: { list, resend },
})

function scopeOf(name: string): DeliveryScope {
  return { organizationId: organizationId(name), projectIds: [] }
}

function statusOf(text: string): DeliveryStatus {
  const status = DELIVERY_STATUSES.find((each) => each === text)
  if (status) return status
  throw new DocentError('invalid_request', `--status: "${text}" is not pending, delivered or dead.`)
}

function limitOf(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit
  throw new DocentError('invalid_request', `--limit: "${text}" is not a number from 1 to 100.`)
}

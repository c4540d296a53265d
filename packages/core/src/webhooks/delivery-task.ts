import { createHash } from 'node:crypto'
import type { OutboxMessage, OutboxType } from '../domain/outbox.ts'
import type { WebhookTask } from '../domain/webhook-task.ts'
import type { WebhookEndpoint } from '../ports/webhook-endpoint.ts'
import { webhookBody } from './webhook-payload.ts'

/** `data` of a delivery. */
export interface DeliveryData {
  type: OutboxType
  /** What is sent, byte for byte the same in every attempt. */
  body: string
}

export function wantsMessage(endpoint: WebhookEndpoint, { type, job }: OutboxMessage): boolean {
  const { organizationId, events, projectIds } = endpoint
  return (
    organizationId === job.organizationId &&
    (events === undefined || events.includes(type)) &&
    (projectIds === undefined || projectIds.includes(job.projectId))
  )
}

/** The delivery of a message to an endpoint; its id is the same whenever it is made. */
export function deliveryTask(message: OutboxMessage, endpoint: WebhookEndpoint, now: number): WebhookTask {
  const { job, type } = message
  const data: DeliveryData = { type, body: webhookBody(message) }
  return {
    id: `msg_${createHash('sha256').update(`${endpoint.id}\0${message.id}`).digest('hex').slice(0, 32)}`,
    kind: 'delivery',
    status: 'pending',
    organizationId: job.organizationId,
    projectId: job.projectId,
    jobId: job.id,
    endpointId: endpoint.id,
    attempts: 0,
    dueAt: now,
    createdAt: now,
    updatedAt: now,
    data: { ...data },
  }
}

export function deliveryData(task: WebhookTask): DeliveryData {
  return task.data as unknown as DeliveryData
}

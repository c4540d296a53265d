import { createHash } from 'node:crypto'
import type { OrganizationId } from '../domain/ids.ts'
import type { OutboxMessage, WebhookType } from '../domain/outbox.ts'
import type { Project } from '../domain/project.ts'
import type { WebhookTask } from '../domain/webhook-task.ts'
import type { WebhookEndpoint } from '../ports/webhook-endpoint.ts'
import { webhookBody } from './webhook-payload.ts'

/** Type of a delivery that a person sends to try an endpoint. It is sent once. */
export const TEST_TYPE = 'webhook.test'

/** `data` of a delivery. */
export interface DeliveryData {
  type: WebhookType | typeof TEST_TYPE
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
  const { id, organizationId, projectId } = message.job
  const about = { organizationId, projectId, jobId: id }
  return {
    ...about,
    ...pendingTask(endpoint, message.id, { type: message.type, body: webhookBody(message) }, now),
  }
}

/** The delivery of a conversation that goes on with a person. */
export function conversationDelivery(
  { id: projectId, organizationId }: Project,
  endpoint: WebhookEndpoint,
  { about, body, now }: { about: string; body: string; now: number },
): WebhookTask {
  const data: DeliveryData = { type: 'conversation.escalated', body }
  return { organizationId, projectId, ...pendingTask(endpoint, about, data, now) }
}

/** @param about what makes the test another one than those before */
export function testDelivery(
  organizationId: OrganizationId,
  endpoint: Pick<WebhookEndpoint, 'id'>,
  about: string,
  now: number,
): WebhookTask {
  const body = JSON.stringify({ type: TEST_TYPE, timestamp: new Date(now).toISOString(), data: {} })
  return { organizationId, ...pendingTask(endpoint, about, { type: TEST_TYPE, body }, now) }
}

export function isTest(task: WebhookTask): boolean {
  return task.kind === 'delivery' && deliveryData(task).type === TEST_TYPE
}

function pendingTask(endpoint: Pick<WebhookEndpoint, 'id'>, about: string, data: DeliveryData, now: number) {
  return {
    id: `msg_${createHash('sha256').update(`${endpoint.id}\0${about}`).digest('hex').slice(0, 32)}`,
    kind: 'delivery' as const,
    status: 'pending' as const,
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

import { inject, injectable } from 'tsyringe'
import type { OrganizationId, ProjectId } from '../domain/ids.ts'
import type { WebhookTask } from '../domain/webhook-task.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { deliveryData, testDelivery } from './delivery-task.ts'
import { WebhookEndpoints } from './endpoints/webhook-endpoints.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Whose deliveries may be seen. */
export interface DeliveryScope {
  organizationId: OrganizationId
  /** Empty for all projects of the organization. */
  projectIds: readonly ProjectId[]
}

/** A delivery as operators see it. Times are ISO 8601. */
export interface DeliveryView {
  id: string
  endpoint: string
  type: string
  projectId: string
  jobId: string
  status: DeliveryStatus
  attempts: number
  nextAttemptAt: string | null
  lastError: string | null
  createdAt: string
  updatedAt: string
}

/** Lists what was sent and what was given up, and sends it again. */
@injectable()
export class WebhookDeliveries {
  constructor(
    @inject(WebhookStore) private readonly store: WebhookStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(WebhookEndpoints) private readonly endpoints: WebhookEndpoints,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  /** Newest first. @throws DocentError `invalid_request` for a wrong cursor. */
  async list(
    scope: DeliveryScope,
    query: { status?: DeliveryStatus; limit: number; cursor?: string },
    options: CallOptions = {},
  ): Promise<{ deliveries: DeliveryView[]; nextCursor: string | null }> {
    const { status, ...page } = query
    const { tasks, nextCursor } = await this.store.list(
      {
        kind: 'delivery',
        organizationId: scope.organizationId,
        ...(scope.projectIds.length === 0 ? {} : { projectIds: scope.projectIds }),
        ...(status === undefined ? {} : { status: status === 'delivered' ? 'done' : status }),
        ...page,
      },
      options,
    )
    return { deliveries: tasks.map(deliveryView), nextCursor }
  }

  /**
   * Sends a delivery again, with all its attempts; an endpoint that had answered 410 is used again.
   * @throws DocentError `not_found`, also for a delivery out of scope.
   */
  async resend(scope: DeliveryScope, id: string, options: CallOptions = {}): Promise<DeliveryView> {
    const found = await this.store.get(id, options)
    const isVisible =
      found?.kind === 'delivery' &&
      found.organizationId === scope.organizationId &&
      (scope.projectIds.length === 0 ||
        (found.projectId !== undefined && scope.projectIds.includes(found.projectId)))
    if (!isVisible) throw notFound(id)
    if (found.endpointId !== undefined) await this.store.disableEndpoint(found.endpointId, null, options)
    const now = this.clock.now()
    const task = await this.store.change(
      id,
      ({ lastError: _, ...current }) => ({
        ...current,
        status: 'pending',
        attempts: 0,
        dueAt: now,
        updatedAt: now,
      }),
      options,
    )
    if (!task) throw notFound(id)
    return deliveryView(task)
  }

  /**
   * Sends an event `webhook.test`, once; an endpoint that had answered 410 is used again.
   * @throws DocentError `not_found`
   */
  async test(
    organization: OrganizationId,
    endpointId: string,
    options: CallOptions = {},
  ): Promise<DeliveryView> {
    const endpoint = (await this.endpoints.of(organization, options)).find(({ id }) => id === endpointId)
    if (!endpoint) throw new DocentError('not_found', 'There is no such endpoint.')
    await this.store.disableEndpoint(endpointId, null, options)
    const task = testDelivery(organization, endpoint, this.ids.sortable(), this.clock.now())
    await this.store.add([task], options)
    return deliveryView(task)
  }
}

function deliveryView(task: WebhookTask): DeliveryView {
  return {
    id: task.id,
    endpoint: task.endpointId ?? '',
    type: deliveryData(task).type,
    projectId: task.projectId ?? '',
    jobId: task.jobId ?? '',
    status: task.status === 'done' ? 'delivered' : task.status === 'dead' ? 'dead' : 'pending',
    attempts: task.attempts,
    nextAttemptAt: task.status === 'pending' ? new Date(task.dueAt).toISOString() : null,
    lastError: task.lastError ?? null,
    createdAt: new Date(task.createdAt).toISOString(),
    updatedAt: new Date(task.updatedAt).toISOString(),
  }
}

function notFound(id: string): DocentError {
  return new DocentError('not_found', `There is no delivery ${id.slice(0, 64)}.`)
}

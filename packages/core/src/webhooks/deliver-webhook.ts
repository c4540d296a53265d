import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { WebhookTask } from '../domain/webhook-task.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Logger } from '../ports/logger.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { deliveryData } from './delivery-task.ts'
import { WebhookEndpoints } from './endpoints/webhook-endpoints.ts'
import { webhookHeaders } from './sign-webhook.ts'
import type { WebhookTransport } from './webhook-transport.ts'

/** Sends one delivery, once. */
@injectable()
export class DeliverWebhook {
  constructor(
    @inject(WebhookStore) private readonly store: WebhookStore,
    @inject(WebhookEndpoints) private readonly endpoints: Pick<WebhookEndpoints, 'of'>,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /**
   * Resolves when the endpoint took it (2xx).
   * @throws DocentError retryable for another reply or none; not retryable when the endpoint is gone.
   */
  async deliver(task: WebhookTask, transport: WebhookTransport, options: CallOptions): Promise<void> {
    const { organizationId, endpointId } = task
    const endpoints = organizationId ? await this.endpoints.of(organizationId, options) : []
    const endpoint = endpoints.find(({ id }) => id === endpointId)
    if (!endpoint) throw new DocentError('configuration', 'The endpoint was removed.')
    if ((await this.store.disabledEndpoints(options)).has(endpoint.id))
      throw new DocentError('forbidden', 'The endpoint is disabled, because it answered 410 Gone.')
    const { body } = deliveryData(task)
    const timestamp = Math.floor(this.clock.now() / 1000)
    const headers = webhookHeaders({ id: task.id, timestamp, body }, endpoint.secrets)
    const { url, allowPrivate } = endpoint
    const { status, retryAfterMs } = await transport.post({ url, headers, body, allowPrivate }, options)
    if (status >= 200 && status < 300) return
    if (status === 410) {
      await this.store.disableEndpoint(endpoint.id, this.clock.now(), options)
      this.logger.warn(
        { endpointId: endpoint.id },
        'an endpoint of webhooks answered 410 Gone: it is disabled',
      )
      throw new DocentError('forbidden', 'The endpoint answered 410 Gone and is disabled.')
    }
    throw new DocentError('dependency_failed', `The endpoint answered ${status}.`, {
      isRetryable: true,
      ...defined({ retryAfterMs }),
    })
  }
}

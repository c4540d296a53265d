import { createHash } from 'node:crypto'
import { inject, injectable } from 'tsyringe'
import type { Json } from '../domain/json.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import type { HostWebhook } from '../ports/git-host.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { GitHosts } from '../projects/git-hosts.ts'

/** `data` of a received webhook. */
export interface ReceivedData {
  /** Name of the git host. */
  host: string
  webhook: Exclude<HostWebhook, { kind: 'ignored' }>
}

/** `accepted`: to be worked on. `duplicate`: it was received before. `ignored`: nothing that Docent acts on. */
export type Receipt = 'accepted' | 'duplicate' | 'ignored'

/** Receives a webhook of a git host: verifies it, detects a replay, and stores it before it is acknowledged. */
@injectable()
export class ReceiveWebhook {
  constructor(
    @inject(GitHosts) private readonly hosts: GitHosts,
    @inject(WebhookStore) private readonly store: WebhookStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  has(name: string): boolean {
    return this.hosts.named(name)?.webhook !== undefined
  }

  /**
   * @throws DocentError `not_found` for a host without webhooks, `unauthorized` for a signature that is missing or
   * wrong, and whatever else the host says.
   */
  async receive(
    request: { host: string; headers: Readonly<Record<string, string>>; body: Uint8Array },
    options: CallOptions = {},
  ): Promise<Receipt> {
    const { headers, body } = request
    const host = this.hosts.named(request.host)
    if (!host?.webhook)
      throw new DocentError('not_found', 'There is no git host with this name that supports webhooks.')
    const webhook = await host.webhook({ headers, body }, options)
    if (webhook.kind === 'ignored') return 'ignored'
    const now = this.clock.now()
    const data: ReceivedData = { host: host.name, webhook }
    const added = await this.store.add(
      [
        {
          id: receivedId(host.name, body),
          kind: 'received',
          status: 'pending',
          attempts: 0,
          dueAt: now,
          createdAt: now,
          updatedAt: now,
          data: data as unknown as Json,
        },
      ],
      options,
    )
    return added.length === 1 ? 'accepted' : 'duplicate'
  }
}

/**
 * By the body and not by the id of the delivery, which is in a header that most hosts do not sign: whoever sends a
 * captured delivery again can change it. What a host delivers again has the same body.
 */
function receivedId(host: string, body: Uint8Array): string {
  return `received/${host}/${createHash('sha256').update(body).digest('hex')}`
}

export function receivedData(data: Json): ReceivedData {
  return data as unknown as ReceivedData
}

import type { ForgeReview } from '../forge/forge-model.ts'
import { SimulatedForge, type SimulateForgeOptions, startForge } from '../forge/simulated-forge.ts'
import type { WebhookDelivery } from '../host/send-webhook.ts'
import { GiteaPayloads } from './gitea-payloads.ts'
import { giteaVendor } from './gitea-vendor.ts'
import { signGiteaWebhook } from './sign-gitea-webhook.ts'

/** A running simulated Gitea. Made by `simulateGitea`. */
export class SimulatedGitea extends SimulatedForge {
  /** Builds payloads of webhooks about what is kept here. */
  readonly payloads: GiteaPayloads = new GiteaPayloads(this.world)

  /** A review, with comments on lines or without. */
  async addReview(
    path: string,
    number: number,
    review: {
      login: string
      content: string
      comments?: readonly { path: string; line: number; body: string }[]
      state?: ForgeReview['state']
    },
  ): Promise<ForgeReview> {
    const pull = await this.pull(path, number)
    const account = this.world.account(review.login)
    const createdAt = this.world.now()
    const made: ForgeReview = {
      id: this.world.nextId(),
      account,
      state: review.state ?? 'COMMENT',
      body: review.content,
      comments: (review.comments ?? []).map((comment) => ({
        id: this.world.nextId(),
        account,
        createdAt,
        thread: '',
        ...comment,
      })),
      createdAt,
    }
    pull.reviews.push(made)
    return made
  }

  /** The delivery that `sendWebhook` would post. */
  webhook(event: string, payload: Record<string, unknown>, secret?: string): WebhookDelivery {
    return signGiteaWebhook(event, payload, secret)
  }

  async sendWebhook(
    url: string,
    event: string,
    payload: Record<string, unknown>,
    secret?: string,
  ): Promise<{ response: Response; delivery: WebhookDelivery }> {
    return this.post(url, this.webhook(event, payload, secret))
  }

  /** The next `times` requests meet the limit of a proxy in front: the hosts have none of their own. */
  limitRate(retryAfterSeconds: number, times = 1): void {
    const headers = { 'retry-after': String(retryAfterSeconds) }
    this.fail('*', { times, status: 429, message: 'Too Many Requests', headers })
  }
}

/**
 * Starts a Gitea (whose API Forgejo shares) on 127.0.0.1: the REST operations that a git host needs under
 * `/api/v1`, and real git over HTTP. A request with a field that the swagger description lacks is a violation.
 *
 * @example
 * const gitea = await simulateGitea({ repositories: [{ path: 'acme/docs' }] })
 * const token = gitea.createToken()
 * // … use gitea.origin and gitea.url('acme/docs') …
 * gitea.assertNoViolations()
 * await gitea.close()
 */
export async function simulateGitea(options: SimulateForgeOptions = {}): Promise<SimulatedGitea> {
  const gitea = new SimulatedGitea(await startForge(giteaVendor, options))
  for (const seed of options.repositories ?? []) await gitea.addRepository(seed)
  return gitea
}

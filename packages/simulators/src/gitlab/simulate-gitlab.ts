import { SimulatedForge, type SimulateForgeOptions, startForge } from '../forge/simulated-forge.ts'
import type { WebhookDelivery } from '../host/send-webhook.ts'
import { GitlabPayloads } from './gitlab-payloads.ts'
import { gitlabVendor } from './gitlab-vendor.ts'
import { type GitlabWebhookSecrets, signGitlabWebhook } from './sign-gitlab-webhook.ts'

/** A running simulated GitLab. Made by `simulateGitlab`. */
export class SimulatedGitlab extends SimulatedForge {
  /** Builds payloads of webhooks about what is kept here. */
  readonly payloads: GitlabPayloads = new GitlabPayloads(this.world)

  /** The delivery that `sendWebhook` would post. */
  webhook(payload: Record<string, unknown>, secrets?: GitlabWebhookSecrets): WebhookDelivery {
    return signGitlabWebhook(payload, secrets)
  }

  async sendWebhook(
    url: string,
    payload: Record<string, unknown>,
    secrets?: GitlabWebhookSecrets,
  ): Promise<{ response: Response; delivery: WebhookDelivery }> {
    return this.post(url, this.webhook(payload, secrets))
  }

  /** The next `times` requests meet GitLab's rate limit. */
  limitRate(retryAfterSeconds: number, times = 1): void {
    this.fail('*', {
      times,
      status: 429,
      message: 'Retry later',
      headers: {
        'retry-after': String(retryAfterSeconds),
        'ratelimit-limit': '600',
        'ratelimit-remaining': '0',
        'ratelimit-reset': String(Math.ceil(this.world.now() / 1000) + retryAfterSeconds),
      },
    })
  }
}

/**
 * Starts a GitLab on 127.0.0.1: the REST operations that a git host needs under `/api/v4`, and real git over HTTP.
 * A request with a field that GitLab does not describe is a violation.
 *
 * @example
 * const gitlab = await simulateGitlab({ repositories: [{ path: 'acme/docs' }] })
 * const token = gitlab.createToken()
 * // … use gitlab.origin and gitlab.url('acme/docs') …
 * gitlab.assertNoViolations()
 * await gitlab.close()
 */
export async function simulateGitlab(options: SimulateForgeOptions = {}): Promise<SimulatedGitlab> {
  const gitlab = new SimulatedGitlab(await startForge(gitlabVendor, options))
  for (const seed of options.repositories ?? []) await gitlab.addRepository(seed)
  return gitlab
}

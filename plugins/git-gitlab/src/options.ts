import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. What is left out is read from the environment. */
export const GitlabOptions = z.strictObject({
  name: z
    .string()
    .min(1)
    .default('gitlab')
    .describe('Name by which projects choose this host. Default: gitlab.'),
  token: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Project, group or personal access token, or an OAuth token; scopes api and write_repository. Default: GITLAB_TOKEN.',
    ),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where GitLab is, with its path when it has one. Default: GITLAB_URL, or https://gitlab.com.'),
  webhookSecret: z
    .string()
    .min(1)
    .optional()
    .describe('Secret token of the webhooks (X-Gitlab-Token). Default: GITLAB_WEBHOOK_SECRET.'),
  webhookSigningToken: z
    .string()
    .regex(/^(whsec_)?[A-Za-z0-9+/]+=*$/, 'is the signing token that GitLab shows: whsec_ and base64')
    .optional()
    .describe(
      'Signing token of the webhooks (GitLab 19.0 and newer), better than a secret token: with it, unsigned deliveries are refused. Default: GITLAB_WEBHOOK_SIGNING_TOKEN.',
    ),
  timeoutMs: z
    .int()
    .min(100)
    .max(300_000)
    .default(15_000)
    .describe('Milliseconds that one attempt of a request may take. Default: 15000.'),
  retries: z
    .int()
    .min(0)
    .max(5)
    .default(2)
    .describe('Further attempts after a failed connection or a 5xx reply. Default: 2.'),
  retryDelayMs: z
    .int()
    .min(1)
    .max(10_000)
    .default(500)
    .describe(
      'Pause before the second attempt, with jitter; the n-th pause is n² times as long. Default: 500.',
    ),
  maxRateLimitWaitMs: z
    .int()
    .min(0)
    .max(60_000)
    .default(5000)
    .describe('A rate limit that ends within this many milliseconds is waited for, once. Default: 5000.'),
})

export type GitlabOptions = z.output<typeof GitlabOptions>

/** Options with everything decided: what the host works with. */
export interface GitlabSettings {
  name: string
  /** Undefined: nothing was configured, and every call says so. */
  token?: string
  /** Without a slash at the end. */
  baseUrl: string
  webhookSecret?: string
  webhookSigningToken?: string
  timeoutMs: number
  retries: number
  retryDelayMs: number
  maxRateLimitWaitMs: number
}

/** Fills what the options leave out from the environment. */
export function resolveSettings(
  options: GitlabOptions,
  env: Readonly<Record<string, string | undefined>>,
): GitlabSettings {
  const { name, timeoutMs, retries, retryDelayMs, maxRateLimitWaitMs } = options
  const token = options.token ?? given(env.GITLAB_TOKEN)
  const webhookSecret = options.webhookSecret ?? given(env.GITLAB_WEBHOOK_SECRET)
  const webhookSigningToken = options.webhookSigningToken ?? given(env.GITLAB_WEBHOOK_SIGNING_TOKEN)
  return {
    name,
    baseUrl: (options.baseUrl ?? given(env.GITLAB_URL) ?? 'https://gitlab.com').replace(/\/+$/, ''),
    timeoutMs,
    retries,
    retryDelayMs,
    maxRateLimitWaitMs,
    ...(token === undefined ? {} : { token }),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    ...(webhookSigningToken === undefined ? {} : { webhookSigningToken }),
  }
}

/** An empty variable is how shells and compose files say "not set". */
function given(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value
}

import { DocentError } from '@docent/core'
import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. What is left out is read from the environment. */
export const GiteaOptions = z.strictObject({
  name: z
    .string()
    .min(1)
    .default('gitea')
    .describe('Name by which projects choose this host. Default: gitea.'),
  token: z
    .string()
    .min(1)
    .optional()
    .describe('Access token with the scopes write:repository and write:issue. Default: GITEA_TOKEN.'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where Gitea or Forgejo is, with its path when it has one. Required. Default: GITEA_URL.'),
  webhookSecret: z
    .string()
    .min(1)
    .optional()
    .describe('Secret that signs webhooks. Default: GITEA_WEBHOOK_SECRET. Without one webhooks are refused.'),
  draftPrefix: z
    .string()
    .min(1)
    .default('WIP: ')
    .describe(
      'What makes a title a draft: one of the server’s WORK_IN_PROGRESS_PREFIXES, with a space. Default: "WIP: ".',
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

export type GiteaOptions = z.output<typeof GiteaOptions>

/** Options with everything decided: what the host works with. */
export interface GiteaSettings {
  name: string
  /** Undefined: nothing was configured, and every call says so. */
  token?: string
  /** Without a slash at the end. */
  baseUrl: string
  webhookSecret?: string
  draftPrefix: string
  timeoutMs: number
  retries: number
  retryDelayMs: number
  maxRateLimitWaitMs: number
}

/**
 * Fills what the options leave out from the environment.
 * @throws DocentError `configuration` when no server is named.
 */
export function resolveSettings(
  options: GiteaOptions,
  env: Readonly<Record<string, string | undefined>>,
): GiteaSettings {
  const { name, draftPrefix, timeoutMs, retries, retryDelayMs, maxRateLimitWaitMs } = options
  const baseUrl = options.baseUrl ?? given(env.GITEA_URL)
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    throw new DocentError(
      'configuration',
      'git-gitea needs the address of the server: set baseUrl (GITEA_URL), for example https://codeberg.org.',
    )
  }
  const token = options.token ?? given(env.GITEA_TOKEN)
  const webhookSecret = options.webhookSecret ?? given(env.GITEA_WEBHOOK_SECRET)
  return {
    name,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    draftPrefix,
    timeoutMs,
    retries,
    retryDelayMs,
    maxRateLimitWaitMs,
    ...(token === undefined ? {} : { token }),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
  }
}

/** An empty variable is how shells and compose files say "not set". */
function given(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value
}

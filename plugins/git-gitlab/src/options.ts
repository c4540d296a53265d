import { defined } from '@docent/core'
import { type GitHostHttpSettings, gitHostHttpOptions, givenVariable, httpSettingsOf } from '@docent/git-host'
import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. What is left out is read from the environment. */
export const GitlabOptions = z.strictObject({
  name: z
    .string()
    .min(1)
    .default('gitlab')
    .describe('Name by which projects choose this host. Default: `gitlab`.'),
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
  ...gitHostHttpOptions,
})

export type GitlabOptions = z.output<typeof GitlabOptions>

/** Options with everything decided: what the host works with. */
export interface GitlabSettings extends GitHostHttpSettings {
  name: string
  /** Undefined: nothing was configured, and every call says so. */
  token?: string
  /** Without a slash at the end. */
  baseUrl: string
  webhookSecret?: string
  webhookSigningToken?: string
}

/** Fills what the options leave out from the environment. */
export function resolveSettings(
  options: GitlabOptions,
  env: Readonly<Record<string, string | undefined>>,
): GitlabSettings {
  const { name } = options
  const token = options.token ?? givenVariable(env.GITLAB_TOKEN)
  const webhookSecret = options.webhookSecret ?? givenVariable(env.GITLAB_WEBHOOK_SECRET)
  const webhookSigningToken = options.webhookSigningToken ?? givenVariable(env.GITLAB_WEBHOOK_SIGNING_TOKEN)
  return {
    name,
    baseUrl: (options.baseUrl ?? givenVariable(env.GITLAB_URL) ?? 'https://gitlab.com').replace(/\/+$/, ''),
    ...httpSettingsOf(options),
    ...defined({ token, webhookSecret, webhookSigningToken }),
  }
}

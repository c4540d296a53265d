import { defined } from '@docent/core/plugin'
import { type GitHostSettings, gitHostOptions, gitHostSettings, givenVariable } from '@docent/git-host'
import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. What is left out is read from the environment. */
export const GitlabOptions = z.strictObject({
  ...gitHostOptions('gitlab', {
    token:
      'Project, group, or personal access token, or an OAuth token, with the scopes api and write_repository. Default: GITLAB_TOKEN.',
    baseUrl: 'Address of GitLab, with its path if it has one. Default: GITLAB_URL, or https://gitlab.com.',
    webhookSecret: 'Secret token for webhooks (X-Gitlab-Token). Default: GITLAB_WEBHOOK_SECRET.',
  }),
  webhookSigningToken: z
    .string()
    .regex(/^(whsec_)?[A-Za-z0-9+/]+=*$/, 'is the signing token that GitLab shows: whsec_ and base64')
    .optional()
    .describe(
      'Signing token for webhooks (GitLab 19.0 and later), which is safer than a secret token. With it, Docent refuses unsigned deliveries. Default: GITLAB_WEBHOOK_SIGNING_TOKEN.',
    ),
})

export type GitlabOptions = z.output<typeof GitlabOptions>

/** Options with everything decided: what the host works with. */
export interface GitlabSettings extends GitHostSettings {
  webhookSigningToken?: string
}

export const VARIABLES = {
  token: 'GITLAB_TOKEN',
  baseUrl: 'GITLAB_URL',
  webhookSecret: 'GITLAB_WEBHOOK_SECRET',
}

/** Fills what the options leave out from the environment. */
export function resolveSettings(
  options: GitlabOptions,
  env: Readonly<Record<string, string | undefined>>,
): GitlabSettings {
  const webhookSigningToken = options.webhookSigningToken ?? givenVariable(env.GITLAB_WEBHOOK_SIGNING_TOKEN)
  return {
    ...gitHostSettings(options, env, VARIABLES, 'https://gitlab.com'),
    ...defined({ webhookSigningToken }),
  }
}

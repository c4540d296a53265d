import { DocentError, defined } from '@docent/core'
import { type GitHostHttpSettings, gitHostHttpOptions, givenVariable, httpSettingsOf } from '@docent/git-host'
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
  ...gitHostHttpOptions,
})

export type GiteaOptions = z.output<typeof GiteaOptions>

/** Options with everything decided: what the host works with. */
export interface GiteaSettings extends GitHostHttpSettings {
  name: string
  /** Undefined: nothing was configured, and every call says so. */
  token?: string
  /** Without a slash at the end. */
  baseUrl: string
  webhookSecret?: string
  draftPrefix: string
}

/**
 * Fills what the options leave out from the environment.
 * @throws DocentError `configuration` when no server is named.
 */
export function resolveSettings(
  options: GiteaOptions,
  env: Readonly<Record<string, string | undefined>>,
): GiteaSettings {
  const { name, draftPrefix } = options
  const baseUrl = options.baseUrl ?? givenVariable(env.GITEA_URL)
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    throw new DocentError(
      'configuration',
      'git-gitea needs the address of the server: set baseUrl (GITEA_URL), for example https://codeberg.org.',
    )
  }
  const token = options.token ?? givenVariable(env.GITEA_TOKEN)
  const webhookSecret = options.webhookSecret ?? givenVariable(env.GITEA_WEBHOOK_SECRET)
  return {
    name,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    draftPrefix,
    ...httpSettingsOf(options),
    ...defined({ token, webhookSecret }),
  }
}

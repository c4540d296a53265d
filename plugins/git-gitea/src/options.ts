import { DocentError } from '@docent/core/plugin'
import { type GitHostSettings, gitHostOptions, gitHostSettings } from '@docent/git-host'
import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. What is left out is read from the environment. */
export const GiteaOptions = z.strictObject({
  ...gitHostOptions('gitea', {
    token: 'Access token with the scopes write:repository and write:issue. Default: GITEA_TOKEN.',
    baseUrl: 'Address of Gitea or Forgejo, with its path if it has one. Required. Default: GITEA_URL.',
    webhookSecret:
      'Secret that signs webhooks. Default: GITEA_WEBHOOK_SECRET. Without it, Docent refuses webhooks.',
  }),
  draftPrefix: z
    .string()
    .min(1)
    .default('WIP: ')
    .describe(
      'Title prefix that marks a draft: one of the server’s WORK_IN_PROGRESS_PREFIXES, followed by a space. Default: "WIP: ".',
    ),
})

export type GiteaOptions = z.output<typeof GiteaOptions>

/** Options with everything decided: what the host works with. */
export interface GiteaSettings extends GitHostSettings {
  draftPrefix: string
}

export const VARIABLES = { token: 'GITEA_TOKEN', baseUrl: 'GITEA_URL', webhookSecret: 'GITEA_WEBHOOK_SECRET' }

/**
 * Fills what the options leave out from the environment.
 * @throws DocentError `configuration` when no server is named.
 */
export function resolveSettings(
  options: GiteaOptions,
  env: Readonly<Record<string, string | undefined>>,
): GiteaSettings {
  const settings = gitHostSettings(options, env, VARIABLES)
  if (URL.canParse(settings.baseUrl)) return { ...settings, draftPrefix: options.draftPrefix }
  throw new DocentError(
    'configuration',
    'git-gitea needs the address of the server: set baseUrl (GITEA_URL), for example https://codeberg.org.',
  )
}

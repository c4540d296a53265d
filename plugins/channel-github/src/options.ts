import { DocentError, defined } from '@docent/core/plugin'
import { type GitHostSettings, gitHostHttpOptions, givenVariable } from '@docent/git-host'
import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. What is left out is read from the environment. */
export const GithubChannelOptions = z.strictObject({
  name: z
    .string()
    .min(1)
    .default('github')
    .describe('Name that projects use for this channel. Default: `github`.'),
  token: z
    .string()
    .min(1)
    .optional()
    .describe('Access token of an account. Default: GITHUB_CHANNEL_TOKEN. An app is better.'),
  app: z
    .strictObject({
      appId: z
        .union([z.string().min(1), z.int().positive()])
        .describe('ID of the app, from its settings page.'),
      privateKey: z
        .string()
        .min(1)
        .describe('Private key in PEM format, as downloaded from GitHub. You can write line breaks as \\n.'),
    })
    .optional()
    .describe('GitHub App. Default: GITHUB_CHANNEL_APP_ID and GITHUB_CHANNEL_PRIVATE_KEY.'),
  webhookSecret: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Secret that signs webhooks. Default: GITHUB_CHANNEL_WEBHOOK_SECRET. Without it, Docent refuses them.',
    ),
  mention: z
    .string()
    .regex(/^@[\w-]{1,64}$/, 'must be "@" and a name')
    .default('@docent')
    .describe('What people write to ask Docent. Default: `@docent`.'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address of the REST API. Default: GITHUB_API_URL, or https://api.github.com. For Enterprise Server: https://HOST/api/v3.',
    ),
  ...gitHostHttpOptions,
})
export type GithubChannelOptions = z.output<typeof GithubChannelOptions>

export type GithubIdentity =
  | { kind: 'token'; token: string }
  | { kind: 'app'; appId: string; privateKey: string }

/** Options with everything decided. */
export interface GithubChannelSettings extends Omit<GitHostSettings, 'token'> {
  identity: GithubIdentity
  mention: string
}

/** @throws DocentError `configuration` when nothing says who answers. */
export function resolveSettings(
  { token, app, webhookSecret, baseUrl, ...rest }: GithubChannelOptions,
  env: Readonly<Record<string, string | undefined>>,
): GithubChannelSettings {
  const appId = app?.appId ?? givenVariable(env.GITHUB_CHANNEL_APP_ID)
  const privateKey = app?.privateKey ?? givenVariable(env.GITHUB_CHANNEL_PRIVATE_KEY)
  const own = token ?? givenVariable(env.GITHUB_CHANNEL_TOKEN)
  const isApp = token === undefined && appId !== undefined && privateKey !== undefined
  if (!isApp && own === undefined)
    throw new DocentError(
      'configuration',
      'channel-github needs credentials. Set GITHUB_CHANNEL_APP_ID and GITHUB_CHANNEL_PRIVATE_KEY, or GITHUB_CHANNEL_TOKEN.',
    )
  const identity: GithubIdentity = isApp
    ? { kind: 'app', appId: String(appId), privateKey: privateKey.replaceAll('\\n', '\n') }
    : { kind: 'token', token: own ?? '' }
  const given = baseUrl ?? givenVariable(env.GITHUB_API_URL) ?? 'https://api.github.com'
  return {
    ...rest,
    identity,
    baseUrl: given.replace(/(?<!\/)\/+$/, ''),
    ...defined({ webhookSecret: webhookSecret ?? givenVariable(env.GITHUB_CHANNEL_WEBHOOK_SECRET) }),
  }
}

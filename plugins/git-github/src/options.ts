import { DocentError, defined } from '@docent/core/plugin'
import {
  type GitHostSettings,
  gitHostOptions,
  gitHostSettings,
  givenVariable,
  milliseconds,
} from '@docent/git-host'
import { z } from 'zod'

const App = z.strictObject({
  appId: z.union([z.string().min(1), z.int().positive()]).describe('ID of the app, from its settings page.'),
  privateKey: z
    .string()
    .min(1)
    .describe('Private key in PEM format, as downloaded from GitHub. You can write line breaks as \\n.'),
  installationId: z
    .int()
    .positive()
    .optional()
    .describe(
      'Uses only this installation. Default: found for each repository, so that one app can serve many accounts.',
    ),
})

/** Options of the plugin, as written in docent.config.ts. What is left out is read from the environment. */
export const GithubOptions = z
  .strictObject({
    ...gitHostOptions('github', {
      token: 'Personal access token. Default: GITHUB_TOKEN. Use either `token` or `app`. An app is better.',
      baseUrl:
        'Address of the REST API. Default: GITHUB_API_URL, or https://api.github.com. For Enterprise Server: https://HOST/api/v3.',
      webhookSecret:
        'Secret that signs webhooks. Default: GITHUB_WEBHOOK_SECRET. Without it, Docent refuses webhooks.',
    }),
    app: App.optional().describe(
      'GitHub App. Default: GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY and GITHUB_APP_INSTALLATION_ID.',
    ),
    forks: z
      .enum(['refuse', 'use'])
      .default('refuse')
      .describe(
        'If the token can\'t push to a repository: "refuse" fails jobs immediately. "use" pushes all branches to a fork in the account of the token, and creates the fork if it is missing. Default: refuse.',
      ),
    forkWaitMs: milliseconds(0, 600_000)
      .default(60_000)
      .describe('Longest wait for a new fork, milliseconds. Default: 60000.'),
    writeIntervalMs: milliseconds(0, 60_000)
      .default(1000)
      .describe('Milliseconds between two writes, as GitHub asks for. Default: 1000.'),
  })
  .refine((options) => options.token === undefined || options.app === undefined, {
    message: 'use either `token` or `app`, not both',
    path: ['token'],
  })

export type GithubOptions = z.output<typeof GithubOptions>

export type GithubIdentity =
  | { kind: 'token'; token: string }
  | { kind: 'app'; appId: string; privateKey: string; installationId?: number }
  /** Nothing was configured: every call says so. */
  | { kind: 'none' }

/** Options with everything decided: what the host works with. */
export interface GithubSettings
  extends GitHostSettings,
    Pick<GithubOptions, 'forks' | 'forkWaitMs' | 'writeIntervalMs'> {
  identity: GithubIdentity
}

/** Fills what the options leave out from the environment; an App comes before a token. */
export function resolveSettings(
  options: GithubOptions,
  env: Readonly<Record<string, string | undefined>>,
): GithubSettings {
  const { forks, forkWaitMs, writeIntervalMs } = options
  const identity = identityOf(options, env)
  if (forks === 'use' && identity.kind === 'app') {
    throw new DocentError(
      'configuration',
      'forks: "use" of git-github needs a token of an account that can own a fork: set `token` (GITHUB_TOKEN) and no App, or set forks: "refuse".',
    )
  }
  const settings = gitHostSettings(options, env, VARIABLES, 'https://api.github.com')
  return { ...settings, identity, forks, forkWaitMs, writeIntervalMs }
}

export const VARIABLES = {
  token: 'GITHUB_TOKEN',
  baseUrl: 'GITHUB_API_URL',
  webhookSecret: 'GITHUB_WEBHOOK_SECRET',
}

function identityOf(
  { app, token }: GithubOptions,
  env: Readonly<Record<string, string | undefined>>,
): GithubIdentity {
  const appId = app?.appId ?? givenVariable(env.GITHUB_APP_ID)
  const privateKey = app?.privateKey ?? givenVariable(env.GITHUB_APP_PRIVATE_KEY)
  if (token === undefined && appId !== undefined && privateKey !== undefined) {
    const given = app ? app.installationId : givenVariable(env.GITHUB_APP_INSTALLATION_ID)
    const installationId = given === undefined ? undefined : Number(given)
    const pem = privateKey.replaceAll('\\n', '\n')
    return { kind: 'app', appId: String(appId), privateKey: pem, ...defined({ installationId }) }
  }
  const own = token ?? givenVariable(env.GITHUB_TOKEN)
  return own === undefined ? { kind: 'none' } : { kind: 'token', token: own }
}

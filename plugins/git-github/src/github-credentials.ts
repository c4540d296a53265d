import { createPrivateKey } from 'node:crypto'
import { type Clock, GitHostMisconfigured } from '@docent/core/plugin'
import { type Doing, type HostCall, HostRefusal, safeCause } from '@docent/git-host'
import { createAppAuth } from '@octokit/auth-app'
import { z } from 'zod'
import type { GithubCall, GithubClients } from './github-client.ts'
import type { GithubIdentity } from './options.ts'
import { refusesWith } from './refusals.ts'

/** What a token is for; each gets the least that GitHub asks for it. */
const PERMISSIONS = {
  fetch: { contents: 'read' },
  push: { contents: 'write' },
  read: { contents: 'read', pull_requests: 'read' },
  // Drafts become ready through GraphQL, which asks for contents besides pull_requests.
  write: { contents: 'write', pull_requests: 'write' },
} as const

export const NO_CREDENTIALS =
  'Set GITHUB_TOKEN (`token` of git-github), or GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY (`app`).'

/** A token is handed out again only with this much life left: a large push must not outlive it. */
const LEAST_LIFE_MS = 10 * 60_000

const Installation = z.object({ id: z.number() })
const InstallationToken = z.object({ token: z.string().min(1), expires_at: z.string() })

type App = GithubIdentity & { kind: 'app' }
type Wanted = Pick<GithubCall, 'repository' | 'signal' | 'at'> & Pick<Doing, 'scope'>

/** Hands out tokens: the configured one, or short-lived ones of an App for one repository and one scope. */
export class GithubCredentials {
  readonly #tokens = new Map<string, Required<GithubCall['credential']>>()

  constructor(
    private readonly identity: GithubIdentity,
    private readonly clients: GithubClients,
    private readonly clock: Clock,
  ) {}

  /** @throws GitHostMisconfigured when there are no credentials, or the App is not installed or may too little. */
  async get(wanted: Wanted): Promise<GithubCall['credential']> {
    const { identity } = this
    if (identity.kind === 'token') return { token: identity.token }
    if (identity.kind === 'none') {
      throw new GitHostMisconfigured(`GitHub needs credentials for this. ${NO_CREDENTIALS}`)
    }
    const known = this.#tokens.get(keyOf(wanted))
    if (known && known.expiresAt - this.clock.now() > LEAST_LIFE_MS) return known
    requireReadableKey(identity.privateKey)
    try {
      const made = await this.#make(identity, wanted)
      this.#tokens.set(keyOf(wanted), made)
      return made
    } catch (error) {
      const mend = mendOf(error, wanted.repository, identity.installationId !== undefined)
      throw mend === undefined ? error : new GitHostMisconfigured(mend, { cause: safeCause(error) })
    }
  }

  /** After a 401: the token was revoked before its end. True when another one can be made. */
  forget(call: Pick<HostCall, 'repository'>, { scope }: Doing): boolean {
    return this.#tokens.delete(keyOf({ ...call, scope }))
  }

  async #make({ appId, privateKey, installationId }: App, { at, scope, signal }: Wanted) {
    const identity = { authStrategy: createAppAuth, auth: { appId, privateKey } }
    const client = this.clients.make(identity, { once: false, signal })
    const { data } = await client.rest.apps.createInstallationAccessToken({
      // Not remembered: an App that is installed anew has another one.
      installation_id:
        installationId ?? Installation.parse((await client.rest.apps.getRepoInstallation(at)).data).id,
      repositories: [at.repo],
      permissions: PERMISSIONS[scope],
    })
    const { token, expires_at: end } = InstallationToken.parse(data)
    return { token, expiresAt: Date.parse(end) }
  }
}

function keyOf({ repository, scope }: Pick<Wanted, 'repository' | 'scope'>): string {
  return `${repository} ${scope}`.toLowerCase()
}

/** What a person must do so that the App gets a token; undefined when it is no matter of the installation. */
function mendOf(error: unknown, repository: string, isGiven: boolean): string | undefined {
  if (HostRefusal.has(error, 404)) {
    return `The GitHub App is not installed on ${repository}: install it for that repository, or check the project's repository URL${isGiven ? ' and app.installationId (GITHUB_APP_INSTALLATION_ID)' : ''}.`
  }
  if (refusesWith(error, /permissions requested/i)) {
    return `The GitHub App lacks permissions on ${repository}. Give it Contents and Pull requests "Read and write" in its settings, and accept the change in the installation.`
  }
  if (refusesWith(error, /does not exist or is not accessible/i)) {
    return `The GitHub App's installation does not cover ${repository}: select the repository in the installation, and check that it was not renamed.`
  }
  return undefined
}

/** The App's client would fail on it with a message that names no option. */
function requireReadableKey(pem: string): void {
  try {
    createPrivateKey(pem)
  } catch (cause) {
    throw new GitHostMisconfigured(
      'The private key of the GitHub App cannot be read: app.privateKey of git-github (GITHUB_APP_PRIVATE_KEY) must be the PEM file from GitHub, with its line breaks.',
      // The cause names what is wrong with the format, never the key.
      { cause },
    )
  }
}

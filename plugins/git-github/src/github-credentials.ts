import { createPrivateKey } from 'node:crypto'
import { type Clock, GitHostMisconfigured } from '@docent/core'
import { HostRefusal, safeCause } from '@docent/git-host'
import type { Octokit, RestEndpointMethodTypes } from '@octokit/rest'
import { z } from 'zod'
import type { GithubClients } from './github-client.ts'
import type { GithubIdentity } from './options.ts'
import { refusesWith } from './refusals.ts'
import type { RepositoryLocation } from './repository-location.ts'

/** What a token is for; each gets the least that GitHub asks for it. */
const PERMISSIONS = {
  fetch: { contents: 'read' },
  push: { contents: 'write' },
  read: { contents: 'read', pull_requests: 'read' },
  // Drafts become ready through GraphQL, which asks for contents besides pull_requests.
  write: { contents: 'write', pull_requests: 'write' },
} as const

export type CredentialScope = keyof typeof PERMISSIONS

export interface GithubCredential {
  token: string
  /** Milliseconds since the epoch; a personal token's end is not known. */
  expiresAt?: number
}

export const NO_CREDENTIALS =
  'Set GITHUB_TOKEN (`token` of git-github), or GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY (`app`).'

/** A token is handed out again only with this much life left: a large push must not outlive it. */
const LEAST_LIFE_MS = 10 * 60_000

const Installation = z.object({ id: z.number() })
const InstallationToken = z.object({ token: z.string().min(1), expires_at: z.string() })

/** Hands out tokens: the configured one, or short-lived ones of an App for one repository and one scope. */
export class GithubCredentials {
  readonly #identity: GithubIdentity
  readonly #clients: GithubClients
  readonly #clock: Clock
  readonly #tokens = new Map<string, Required<GithubCredential>>()
  readonly #installations = new Map<string, number>()

  constructor(identity: GithubIdentity, clients: GithubClients, clock: Clock) {
    this.#identity = identity
    this.#clients = clients
    this.#clock = clock
  }

  get kind(): GithubIdentity['kind'] {
    return this.#identity.kind
  }

  /** @throws GitHostMisconfigured when there are no credentials, or the App is not installed or may too little. */
  async get(at: RepositoryLocation, scope: CredentialScope, signal?: AbortSignal): Promise<GithubCredential> {
    const identity = this.#identity
    if (identity.kind === 'token') return { token: identity.token }
    if (identity.kind === 'none') {
      throw new GitHostMisconfigured(`GitHub needs credentials for this. ${NO_CREDENTIALS}`)
    }
    const key = tokenKey(at, scope)
    const known = this.#tokens.get(key)
    if (known && known.expiresAt - this.#clock.now() > LEAST_LIFE_MS) return known
    const made = await this.#make(identity, at, scope, signal)
    this.#tokens.set(key, made)
    return made
  }

  /** After a 401: the token was revoked before its end. True when another one can be made. */
  forget(at: RepositoryLocation, scope: CredentialScope): boolean {
    return this.#tokens.delete(tokenKey(at, scope))
  }

  async #make(
    app: GithubIdentity & { kind: 'app' },
    at: RepositoryLocation,
    scope: CredentialScope,
    signal: AbortSignal | undefined,
  ): Promise<Required<GithubCredential>> {
    requireReadableKey(app.privateKey)
    const asked = { repositories: [at.name], permissions: PERMISSIONS[scope] }
    try {
      const reply = await this.#request(this.#clients.asApp(app, { signal }), app, at, asked)
      const { token, expires_at } = InstallationToken.parse(reply.data)
      return { token, expiresAt: Date.parse(expires_at) }
    } catch (error) {
      const mend = mendOf(error, `${at.owner}/${at.name}`, app.installationId !== undefined)
      throw mend === undefined ? error : new GitHostMisconfigured(mend, { cause: safeCause(error) })
    }
  }

  /** An installation that is remembered may be gone, and the App installed anew under another id: asked for twice. */
  async #request(
    client: Octokit,
    app: GithubIdentity & { kind: 'app' },
    at: RepositoryLocation,
    body: Omit<
      RestEndpointMethodTypes['apps']['createInstallationAccessToken']['parameters'],
      'installation_id'
    >,
  ): Promise<{ data: unknown }> {
    const key = `${at.owner}/${at.name}`
    const { createInstallationAccessToken: create } = client.rest.apps
    const known = app.installationId ?? this.#installations.get(key)
    if (known !== undefined) {
      try {
        return await create({ ...body, installation_id: known })
      } catch (error) {
        if (!HostRefusal.has(error, 404) || app.installationId !== undefined) throw error
        this.#installations.delete(key)
      }
    }
    const found = await client.rest.apps.getRepoInstallation({ owner: at.owner, repo: at.name })
    const { id } = Installation.parse(found.data)
    this.#installations.set(key, id)
    return create({ ...body, installation_id: id })
  }
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
      'The private key of the GitHub App cannot be read: app.privateKey of git-github (GITHUB_APP_PRIVATE_KEY) must be the PEM file that GitHub handed out, with its line breaks.',
      // The cause names what is wrong with the format, never the key.
      { cause },
    )
  }
}

function tokenKey(at: RepositoryLocation, scope: CredentialScope): string {
  return `${at.owner}/${at.name} ${scope}`.toLowerCase()
}

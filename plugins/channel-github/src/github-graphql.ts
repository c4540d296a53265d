import { createPrivateKey, sign } from 'node:crypto'
import { type CallOptions, type Clock, DocentError } from '@docent/core/plugin'
import { HostClient, HostRefusal } from '@docent/git-host'
import { z } from 'zod'
import { mapError, refusalIn } from './map-error.ts'
import type { GithubChannelSettings } from './options.ts'

export interface GithubDependencies {
  clock: Clock
  /** For a proxy or a test; the global one when left out. */
  fetch?: typeof fetch
}

export interface Asked extends CallOptions {
  /** `owner/name`. */
  repository: string
  /** Continues "GitHub refused to …". */
  doing: string
  /** What must not be done twice. */
  isWrite?: boolean
}

const Installation = z.object({ id: z.number() })
const Token = z.object({ token: z.string().min(1), expires_at: z.string() })
const LEAST_LIFE_MS = 10 * 60_000

/** Asks GitHub, with tokens for one repository that allow nothing but what a channel needs. */
export class GithubGraphql {
  readonly #tokens = new Map<string, { token: string; expiresAt: number }>()
  readonly #settings: GithubChannelSettings
  readonly #clock: Clock
  readonly #client: HostClient

  constructor(settings: GithubChannelSettings, { clock, fetch }: GithubDependencies) {
    const { identity, webhookSecret } = settings
    const secrets = [identity.kind === 'token' ? identity.token : identity.privateKey, webhookSecret]
    this.#settings = settings
    this.#clock = clock
    this.#client = new HostClient({ ...settings, secrets }, { clock, ...(fetch ? { fetch } : {}) })
  }

  /** The data of a query, or undefined when what it asks for is not there. */
  async query<Schema extends z.ZodType>(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    schema: Schema,
    asked: Asked,
  ): Promise<z.output<Schema> | undefined> {
    const { origin, pathname } = new URL(this.#settings.baseUrl)
    const url = new URL(pathname === '/' ? '/graphql' : pathname.replace(/\/v3$/, '/graphql'), origin)
    return this.#attempt(asked, async () => {
      const { body, headers } = await this.#client.send({
        method: 'POST',
        url,
        headers: { ...(await this.#headers(asked)), 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
        retries: asked.isWrite ? 0 : this.#settings.retries,
        signal: asked.signal,
      })
      const refusal = refusalIn(body, headers)
      if (refusal && refusal.status !== 404) throw refusal
      return refusal ? undefined : schema.parse(z.object({ data: z.unknown() }).parse(body).data)
    })
  }

  /** The role that an account has in a repository, such as `write`. */
  async role(login: string, asked: Asked): Promise<string> {
    const path = `/repos/${asked.repository}/collaborators/${encodeURIComponent(login)}/permission`
    return this.#attempt(asked, async () => {
      try {
        const body = await this.#rest('GET', path, await this.#headers(asked), asked.signal)
        return z.object({ permission: z.string() }).parse(body).permission
      } catch (error) {
        if (HostRefusal.has(error, 404)) return 'none'
        throw error
      }
    })
  }

  async #attempt<Value>({ doing, signal }: Asked, work: () => Promise<Value>): Promise<Value> {
    try {
      signal?.throwIfAborted()
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      throw mapError(error, doing, this.#clock.now())
    }
  }

  async #headers({ repository, signal }: Asked): Promise<Record<string, string>> {
    const { identity } = this.#settings
    const token =
      identity.kind === 'token' ? identity.token : await this.#tokenOf(repository, identity, signal)
    return { authorization: `Bearer ${token}`, 'user-agent': 'docent', accept: 'application/vnd.github+json' }
  }

  async #tokenOf(
    repository: string,
    app: { appId: string; privateKey: string },
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const known = this.#tokens.get(repository.toLowerCase())
    if (known && known.expiresAt - this.#clock.now() > LEAST_LIFE_MS) return known.token
    const headers = { authorization: `Bearer ${appToken(app, this.#clock.now())}`, 'user-agent': 'docent' }
    const { id } = Installation.parse(
      await this.#rest('GET', `/repos/${repository}/installation`, headers, signal),
    )
    const body = {
      repositories: [repository.split('/')[1]],
      permissions: { issues: 'write', discussions: 'write', metadata: 'read' },
    }
    const made = Token.parse(
      await this.#rest('POST', `/app/installations/${id}/access_tokens`, headers, signal, body),
    )
    const token = { token: made.token, expiresAt: Date.parse(made.expires_at) }
    this.#tokens.set(repository.toLowerCase(), token)
    return token.token
  }

  async #rest(
    method: string,
    path: string,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
    body?: object,
  ): Promise<unknown> {
    const reply = await this.#client.send({
      method,
      url: new URL(`${this.#settings.baseUrl}${path}`),
      headers: { ...headers, 'content-type': 'application/json' },
      retries: this.#settings.retries,
      signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return reply.body
  }
}

/** The token of the app itself (RS256), which only makes other tokens. */
function appToken({ appId, privateKey }: { appId: string; privateKey: string }, now: number): string {
  const seconds = Math.floor(now / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  // A clock that is a minute ahead must not make a token of the future.
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: seconds - 60, exp: seconds + 540, iss: appId })}`
  return `${text}.${sign('sha256', Buffer.from(text), readKey(privateKey)).toString('base64url')}`
}

function readKey(privateKey: string) {
  try {
    return createPrivateKey(privateKey)
  } catch (cause) {
    throw new DocentError(
      'configuration',
      'The private key of the app of channel-github (GITHUB_CHANNEL_PRIVATE_KEY) must be the PEM file from GitHub, with its line breaks.',
      { cause },
    )
  }
}

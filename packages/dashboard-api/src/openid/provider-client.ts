import { DocentError, defaultBackoff, type ExternalIdentity, retry } from '@docent/core/plugin'
import type { JWTVerifyGetKey } from 'jose'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { joinedClaims, type ProviderClaims } from './joined-claims.ts'
import { mapProviderError } from './map-provider-error.ts'
import { isLoopback, type OpenIdSettings } from './openid-settings.ts'
import type { PendingSignIn } from './pending-sign-in.ts'

/** Longest wait for one reply of the provider, s. */
const TIMEOUT_S = 10
/** How far its clock may be from ours, s. */
const TOLERANCE_S = 60
/** Keys and addresses of a provider change, if rarely. */
const DISCOVERY_MS = 60 * 60_000
const BACKOFF = { ...defaultBackoff, baseMs: 200, maxMs: 2_000 }

type Library = typeof import('openid-client')

/**
 * Speaks OpenID Connect with one provider: authorization code flow with PKCE, state and nonce. The library is imported
 * and the discovery document read at the first sign-in, so a provider that is down keeps no server from starting.
 */
export class ProviderClient {
  /** Public keys of the provider, which it changes at times. */
  #keys: { address: string; find: JWTVerifyGetKey } | undefined
  #found: { configuration: Configuration; until: number } | undefined

  /** @param now milliseconds since the epoch */
  constructor(
    readonly settings: OpenIdSettings,
    private readonly now: () => number,
    private readonly fetch: CustomFetch = (url, options) => globalThis.fetch(url, options as RequestInit),
  ) {}

  /** Begins a sign-in. @param redirectUri where the provider sends the person back to */
  async begin(
    redirectUri: string,
    signal: AbortSignal,
  ): Promise<{ url: URL; pending: Pick<PendingSignIn, 'state' | 'nonce' | 'verifier'> }> {
    const library = await import('openid-client')
    const pending = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    }
    const configuration = await this.#configuration(library, signal)
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: this.settings.scopes.join(' '),
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    })
    return { url, pending }
  }

  /**
   * Redeems the code of a callback, and asks for what the token lacks.
   * @param callback the address that the provider sent the person to, with its query
   * @throws DocentError with a message for the person who signs in
   */
  async claims(callback: URL, pending: PendingSignIn, signal: AbortSignal): Promise<ProviderClaims> {
    const library = await import('openid-client')
    const configuration = await this.#configuration(library, signal)
    try {
      const tokens = await library.authorizationCodeGrant(configuration, callback, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new DocentError('unavailable', 'The provider sent no identity.')
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
      return joinedClaims(claims, await library.fetchUserInfo(configuration, tokens.access_token, claims.sub))
    } catch (error) {
      signal.throwIfAborted()
      throw mapProviderError(error, this.settings)
    }
  }

  /**
   * Whose access token it is; undefined for one that is not in force, that another signed, or that is for another
   * audience (RFC 9068).
   */
  async personOf(
    token: string,
    audience: string,
    signal: AbortSignal,
  ): Promise<ExternalIdentity | undefined> {
    const [library, jose] = await Promise.all([import('openid-client'), import('jose')])
    const { issuer, jwks_uri: address } = (await this.#configuration(library, signal)).serverMetadata()
    if (address === undefined) return undefined
    if (this.#keys?.address !== address) {
      const fetch = (url: string, options: RequestInit) =>
        this.#fetch(url, options as Parameters<CustomFetch>[1])
      const options = { timeoutDuration: TIMEOUT_S * 1_000, [jose.customFetch]: fetch }
      this.#keys = { address, find: jose.createRemoteJWKSet(new URL(address), options) }
    }
    try {
      const { payload } = await jose.jwtVerify(token, this.#keys.find, {
        issuer,
        audience,
        clockTolerance: TOLERANCE_S,
        currentDate: new Date(this.now()),
        requiredClaims: ['exp', 'sub'],
      })
      return payload.sub === undefined ? undefined : { issuer, subject: payload.sub }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof jose.errors.JOSEError && !(error instanceof jose.errors.JWKSTimeout))
        return undefined
      throw mapProviderError(error, this.settings)
    }
  }

  async #configuration(library: Library, signal: AbortSignal): Promise<Configuration> {
    if (this.#found && this.now() < this.#found.until) return this.#found.configuration
    const { issuer, clientId, clientSecret } = this.settings
    try {
      const configuration = await library.discovery(
        issuer,
        clientId,
        { [library.clockTolerance]: TOLERANCE_S },
        clientSecret === undefined ? library.None() : secretOf(library, clientSecret),
        {
          [library.customFetch]: (url, options) => this.#fetch(url, options, signal),
          timeout: TIMEOUT_S,
          execute: [
            // Signatures are checked though the token came over TLS: a proxy may end that in between.
            library.enableNonRepudiationChecks,
            ...(isLoopback(issuer) ? [library.allowInsecureRequests] : []),
          ],
        },
      )
      // Later requests are those of other callers.
      configuration[library.customFetch] = (url, options) => this.#fetch(url, options)
      this.#found = { configuration, until: this.now() + DISCOVERY_MS }
      return configuration
    } catch (error) {
      signal.throwIfAborted()
      throw mapProviderError(error, this.settings)
    }
  }

  /** Reading is tried again once; a code is redeemed once, whatever happens. */
  async #fetch(...[url, options, caller]: [...Parameters<CustomFetch>, AbortSignal?]): Promise<Response> {
    const signals = [options.signal, caller].filter((signal) => signal !== undefined)
    const signal = AbortSignal.any(signals)
    const ask = async () => {
      const response = await this.fetch(url, { ...options, signal })
      if (response.status >= 500)
        throw new DocentError('unavailable', `The provider answered ${response.status}.`, {
          isRetryable: true,
        })
      return response
    }
    if (options.method !== 'GET') return ask()
    const isRetryable = (error: unknown) =>
      !signal.aborted && (DocentError.is(error) || error instanceof TypeError)
    return retry(ask, { maxAttempts: 2, signal, backoff: BACKOFF, isRetryable })
  }
}

/** In the header, which every provider must take, unless it says that it takes only the body (RFC 8414, section 2). */
function secretOf({ ClientSecretBasic, ClientSecretPost }: Library, secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    authenticate(server, client, body, headers)
  }
}

import { DocentError } from '@docent/core/plugin'
import type { OpenIdSettings } from './openid-settings.ts'

type Named = Pick<OpenIdSettings, 'name' | 'issuer' | 'clientId'>

/** What failed between Docent and a provider, in words for the person who signs in and the operator they ask. */
export function mapProviderError(error: unknown, { name, issuer, clientId }: Named): DocentError {
  if (DocentError.is(error) && error.code !== 'unavailable') return error
  const refused = (message: string) => new DocentError('unauthorized', message, { cause: error })
  const misconfigured = (message: string) => new DocentError('dependency_failed', message, { cause: error })
  const { code, oauthError, claim } = partsOf(error)
  switch (oauthError) {
    case 'access_denied':
      return refused(`The sign-in at ${name} was cancelled.`)
    case 'invalid_grant':
      return refused('This sign-in was already used or took too long. Sign in again.')
    case 'invalid_client':
    case 'unauthorized_client':
      return misconfigured(
        `${name} does not accept the client "${clientId}". Correct signIn.openid.clientId and DOCENT_OPENID_CLIENT_SECRET.`,
      )
    case undefined:
      break
    default:
      return refused(`${name} refused the sign-in: ${oauthError.slice(0, 100)}.`)
  }
  switch (code) {
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return misconfigured(
        `The clocks of this server and of ${name} differ by more than a minute. Synchronize the clock of this server with NTP.`,
      )
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      if (claim === 'aud' || claim === 'azp')
        return misconfigured(
          `${name} made its token for another client than "${clientId}". Correct signIn.openid.clientId.`,
        )
      if (claim === 'iss') return foreignIssuer(issuer, error)
      return refused('This sign-in was started in another window. Sign in again.')
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return foreignIssuer(issuer, error)
    case 'OAUTH_INVALID_RESPONSE':
      return refused('The reply of the provider does not belong to this sign-in. Sign in again.')
    case 'OAUTH_KEY_SELECTION_FAILED':
    case 'OAUTH_UNSUPPORTED_OPERATION':
    case 'OAUTH_MISSING_SERVER_METADATA':
    case 'OAUTH_INVALID_SERVER_METADATA':
      return misconfigured(
        `What ${name} sends cannot be verified, because its discovery document and keys do not match.`,
      )
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return misconfigured(
        `There is no OpenID Connect provider at ${issuer.href}. Correct signIn.openid.issuer. The discovery document must be at /.well-known/openid-configuration below it.`,
      )
    default:
      return new DocentError('unavailable', `${name} cannot be reached. Try again in a minute.`, {
        cause: error,
        isRetryable: true,
      })
  }
}

function foreignIssuer(issuer: URL, cause: unknown): DocentError {
  return new DocentError(
    'dependency_failed',
    `The reply comes from another issuer than ${issuer.href}. Set signIn.openid.issuer to exactly the issuer of the provider.`,
    { cause },
  )
}

/** The library wraps what it found in an error of its own; the claim stands deepest. */
function partsOf(error: unknown): { code?: string; oauthError?: string; claim?: string } {
  const parts: { code?: string; oauthError?: string; claim?: string } = {}
  let at: unknown = error
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    if ('code' in at && typeof at.code === 'string') parts.code ??= at.code
    if ('error' in at && typeof at.error === 'string') parts.oauthError ??= at.error
    if ('claim' in at && typeof at.claim === 'string') parts.claim ??= at.claim
    if ('attribute' in at && typeof at.attribute === 'string') parts.claim ??= at.attribute
    at = 'cause' in at ? at.cause : undefined
  }
  return parts
}

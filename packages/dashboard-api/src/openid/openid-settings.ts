import {
  DocentError,
  defined,
  type MemberRole,
  type OrganizationId,
  organizationId,
} from '@docent/core/plugin'
import type { OpenIdConfig } from './openid-config.ts'

/** A provider of sign-in, resolved to complete values. */
export interface OpenIdSettings {
  readonly name: string
  readonly issuer: URL
  readonly clientId: string
  /** Absent: a public client, which PKCE alone protects. */
  readonly clientSecret?: string
  readonly scopes: readonly string[]
  readonly organization: OrganizationId
  /** In small letters. */
  readonly domains: readonly string[]
  readonly groupsClaim: string
  readonly roles: Readonly<Record<MemberRole, readonly string[]>>
  readonly emailsAreVerified: boolean
}

/**
 * The provider of docent.config.ts and the environment; undefined when none is named.
 * @throws DocentError `configuration` that names the option or the variable
 */
export function openIdSettings(
  { signIn, organizations }: { signIn: { openid: OpenIdConfig }; organizations: readonly { id: string }[] },
  env: Readonly<Record<string, string | undefined>>,
): OpenIdSettings | undefined {
  const { openid } = signIn
  const address = env.DOCENT_OPENID_ISSUER || openid.issuer
  if (!address) return undefined
  const clientId = env.DOCENT_OPENID_CLIENT_ID || openid.clientId
  if (!clientId)
    throw wrong('there is an issuer, but no client. Set signIn.openid.clientId or DOCENT_OPENID_CLIENT_ID.')
  if (openid.organization !== 'default' && !organizations.some(({ id }) => id === openid.organization))
    throw wrong(`signIn.openid.organization: "${openid.organization}" is not in organizations.`)
  if (!openid.scopes.includes('openid')) throw wrong('signIn.openid.scopes must contain "openid".')
  const { name, scopes, domains, groupsClaim, roles, emailsAreVerified } = openid
  return {
    name,
    issuer: issuerOf(address),
    clientId,
    ...defined({ clientSecret: env.DOCENT_OPENID_CLIENT_SECRET || undefined }),
    scopes,
    organization: organizationId(openid.organization),
    domains,
    groupsClaim,
    roles,
    emailsAreVerified,
  }
}

/** Tokens and the secret of the client travel there: only the machine itself is reached without TLS. */
function issuerOf(address: string): URL {
  if (!URL.canParse(address)) throw wrong(`"${address}" is not an address such as https://id.acme.com.`)
  const issuer = new URL(address)
  if (issuer.protocol === 'https:' || (issuer.protocol === 'http:' && isLoopback(issuer))) return issuer
  throw wrong(`the issuer "${address}" must begin with https://.`)
}

/** Whether an address is of this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function wrong(message: string): DocentError {
  return new DocentError('configuration', `OpenID Connect: ${message}`)
}

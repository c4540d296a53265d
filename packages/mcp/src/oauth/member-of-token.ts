import { keySecrets, openReader } from '@docent/core'
import { DocentError, type KeyRecord, type Project } from '@docent/core/plugin'
import type { PublicCall, Services } from '@docent/http'
import type { McpFeature } from './access-tokens.ts'

type McpCall = PublicCall & { readonly services: Services & McpFeature }

/** Longer ones are refused unread. */
const LONGEST = 8_000

/**
 * The member whose access token a call has, as the record of a key for this project alone, without groups. Undefined for
 * every other call, and for a token of somebody who may not read this project: the refusal is that of an unknown key.
 */
export async function memberOfToken({
  services,
  headers,
  params,
  signal,
}: McpCall): Promise<KeyRecord | undefined> {
  const { openId, accounts, settings, clock } = services
  // A JSON Web Token, which no key looks like.
  const [, token] = /^bearer\s+([\w-]+\.[\w-]+\.[\w-]+)\s*$/i.exec(headers.authorization ?? '') ?? []
  if (!openId || !accounts || token === undefined || token.length > LONGEST || token.startsWith('svc_'))
    return undefined
  const identity = await openId.personOf(token, mcpAddress(services, params.domain), signal)
  const account = identity && (await accounts.findByIdentity(identity, { signal }))
  if (!account) return undefined
  const project = await projectOf(services, params.domain)
  const memberships = await accounts.memberships(account.id, { signal })
  if (!project || !memberships.some((one) => one.organizationId === project.organizationId)) return undefined
  return { ...openReader(keySecrets(settings), project, account.id, clock.now()), member: account.id }
}

/** How a client without a key finds out where to get a token (RFC 9728, section 5.1). */
export function challengeOf({ services, params }: McpCall): string | undefined {
  if (!services.openId) return undefined
  return `Bearer resource_metadata="${services.publicUrl()}${metadataPath(params.domain)}"`
}

/** Path of the metadata of the MCP server of a project (RFC 9728, section 3.1). */
function metadataPath(domain = ''): string {
  return `/.well-known/oauth-protected-resource/mcp/${encodeURIComponent(domain)}`
}

/** Address of the MCP server of a project: the audience of its tokens. */
export function mcpAddress({ publicUrl }: Pick<Services, 'publicUrl'>, domain = ''): string {
  return `${publicUrl()}/mcp/${encodeURIComponent(domain)}`
}

async function projectOf({ findProject }: Services, domain = ''): Promise<Project | undefined> {
  try {
    return await findProject.forReaders(domain)
  } catch (error) {
    if (DocentError.is(error, 'not_found')) return undefined
    throw error
  }
}

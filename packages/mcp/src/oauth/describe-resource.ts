import { DocentError, json } from '@docent/core/plugin'
import { definePublicOperation, type PublicCall, type Services } from '@docent/http'
import { z } from 'zod'
import type { McpFeature } from './access-tokens.ts'
import { mcpAddress } from './member-of-token.ts'

export const describeMcpResource = definePublicOperation({
  id: 'describeMcpResource',
  summary: 'Where MCP clients get an access token',
  description:
    'Metadata of the MCP server of a project as a protected resource (RFC 9728). Names the provider of `signIn.openid`. Without a provider, the reply is 404.',
  tag: 'Assistant',
  reply: {
    status: 200,
    description: 'The metadata.',
    content: {
      'application/json': z.looseObject({
        resource: z.string(),
        authorization_servers: z.array(z.string()),
        bearer_methods_supported: z.array(z.string()),
        scopes_supported: z.array(z.string()),
      }),
    },
  },
  async handle({ services, params }: PublicCall & { readonly services: Services & McpFeature }) {
    const { openId } = services
    if (!openId) throw new DocentError('not_found', 'This server has no provider of sign-in.')
    // It is the same for a project that does not exist: nobody learns which do.
    const metadata = {
      resource: mcpAddress(services, params.domain),
      authorization_servers: [openId.settings.issuer.href.replace(/\/$/, '')],
      bearer_methods_supported: ['header'],
      scopes_supported: ['openid'],
    }
    // Clients in browsers read it too.
    return json(metadata, 200, { 'Access-Control-Allow-Origin': '*' })
  },
})

import { z } from 'zod'

const groups = z.array(z.string().min(1).max(500)).max(100).default([])

/** Sign-in by a provider that speaks OpenID Connect, as written in docent.config.ts. */
export const OpenIdConfig = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .default('OpenID Connect')
    .describe('What the button on the sign-in page calls the provider, such as `Acme`.'),
  issuer: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://id.acme.com/realms/staff' })
    .optional()
    .describe(
      'Address of the provider. Its discovery document lies at `/.well-known/openid-configuration` below it. `DOCENT_OPENID_ISSUER` in the environment wins. Default: no provider.',
    ),
  clientId: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'What the provider calls this server. `DOCENT_OPENID_CLIENT_ID` in the environment wins. The secret of the client stands in `DOCENT_OPENID_CLIENT_SECRET` alone.',
    ),
  scopes: z
    .array(z.string().min(1).max(200))
    .max(20)
    .default(['openid', 'profile', 'email'])
    .describe('Scopes of the request. Some providers send groups only with a scope of their own.'),
  organization: z.string().min(1).default('default').describe('Organization that people join by signing in.'),
  domains: z
    .array(
      z
        .string()
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain of addresses such as acme.com')
        .transform((domain) => domain.toLowerCase()),
    )
    .max(100)
    .default([])
    .describe(
      'People whose verified address is in one of these domains join as viewers. Without domains and roles, only those who have an account or an invitation sign in.',
    ),
  groupsClaim: z
    .string()
    .min(1)
    .max(200)
    .default('groups')
    .describe('Claim that lists the groups of a person. Dots lead into objects, as in `realm_access.roles`.'),
  roles: z
    .strictObject({
      owner: groups.describe('Groups whose members are owners.'),
      editor: groups.describe('Groups whose members are editors.'),
      viewer: groups.describe('Groups whose members are viewers.'),
    })
    .prefault({})
    .describe(
      'Roles by group. When a group is named, the groups decide the role at each sign-in, and Docent refuses people who are in none of them.',
    ),
  emailsAreVerified: z
    .boolean()
    .default(false)
    .describe(
      'Believe addresses of a provider that does not send `email_verified`. Set it only when nobody can choose an address there.',
    ),
})

export type OpenIdConfig = z.output<typeof OpenIdConfig>

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
    .describe('Name of the provider on the sign-in button, such as `Acme`.'),
  issuer: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://id.acme.com/realms/staff' })
    .optional()
    .describe(
      'Address of the provider. Its discovery document is at `/.well-known/openid-configuration` below it. The variable `DOCENT_OPENID_ISSUER` takes precedence. Default: no provider.',
    ),
  clientId: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'ID of this server at the provider. The variable `DOCENT_OPENID_CLIENT_ID` takes precedence. Set the secret of the client only in `DOCENT_OPENID_CLIENT_SECRET`.',
    ),
  scopes: z
    .array(z.string().min(1).max(200))
    .max(20)
    .default(['openid', 'profile', 'email'])
    .describe('Scopes of the request. Some providers send groups only with an additional scope.'),
  organization: z
    .string()
    .min(1)
    .default('default')
    .describe('Organization that people join when they sign in.'),
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
      'People with a verified address in one of these domains join as viewers. Without domains and roles, only people with an account or an invitation can sign in.',
    ),
  groupsClaim: z
    .string()
    .min(1)
    .max(200)
    .default('groups')
    .describe("Claim that lists a person's groups. Use dots for nested objects, as in `realm_access.roles`."),
  roles: z
    .strictObject({
      owner: groups.describe('Groups whose members are owners.'),
      editor: groups.describe('Groups whose members are editors.'),
      viewer: groups.describe('Groups whose members are viewers.'),
    })
    .prefault({})
    .describe(
      'Roles by group. If you list a group, the groups decide the role at each sign-in, and Docent refuses people who are in none of them.',
    ),
  emailsAreVerified: z
    .boolean()
    .default(false)
    .describe(
      "Accepts email addresses from a provider that does not send `email_verified`. Set it only if people can't choose their own address there.",
    ),
})

export type OpenIdConfig = z.output<typeof OpenIdConfig>

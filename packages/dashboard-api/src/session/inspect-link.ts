import { MEMBER_ROLES } from '@docent/core'
import { DocentError, json, organizationId, ProjectStore } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf } from '../accounts-of.ts'
import { LinkSecret } from './link-secret.ts'

const LinkView = z
  .object({
    kind: z.enum(['owner', 'invitation', 'reset']),
    organization: z.object({ id: z.string(), name: z.string() }),
    role: z.enum(MEMBER_ROLES).describe('What an invitation makes of the person.'),
    email: z.string().nullable().describe('Of a reset: the address of the account.'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'LinkView' })

export const inspectLink = defineApiOperation({
  id: 'inspectLink',
  summary: 'Check what a link is for',
  description: "Doesn't use up the link.",
  tag: 'Accounts',
  permission: 'anyone',
  audit: 'session.inspect-link',
  body: z.strictObject({ secret: LinkSecret }),
  reply: { status: 200, description: 'The link.', content: { 'application/json': LinkView } },
  async handle(call) {
    const { body, ip, note, services, signal } = call
    note.skip()
    await services.signInLimits.take(ip, undefined, { signal })
    const accounts = accountsOf(call)
    const link = await accounts.findLink(body.secret, { signal })
    if (!link) throw new DocentError('not_found', 'This link was used or has expired. Ask for another one.')
    const organization = await services.docent.resolve(ProjectStore).organization(link.organizationId)
    const members = link.kind === 'reset' ? await accounts.members(link.organizationId, { signal }) : []
    return json({
      kind: link.kind,
      organization: {
        id: link.organizationId,
        name: organization?.name ?? organizationId(link.organizationId),
      },
      role: link.role,
      email: members.find(({ id }) => id === link.userId)?.email ?? null,
      expiresAt: new Date(link.expiresAt).toISOString(),
    })
  },
})

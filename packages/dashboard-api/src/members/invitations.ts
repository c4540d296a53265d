import { MEMBER_ROLES } from '@docent/core'
import { type AccountLink, DocentError, defined, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf } from '../accounts-of.ts'
import { personOf } from '../person-of.ts'
import { accountLinkUrl } from './account-link-url.ts'
import { NewLink } from './new-link.ts'

const HOUR_MS = 60 * 60_000

const Invitation = z
  .object({
    id: z.string(),
    role: z.enum(MEMBER_ROLES),
    note: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Invitation' })

export const listInvitations = defineApiOperation({
  id: 'listInvitations',
  summary: 'List open invitations',
  tag: 'Accounts',
  permission: 'members',
  reply: {
    status: 200,
    description: 'The invitations, with the newest first, without their secrets.',
    content: { 'application/json': z.object({ invitations: z.array(Invitation) }) },
  },
  async handle(call) {
    const links = await accountsOf(call).links(call.organizationId, call)
    return json({ invitations: links.filter(({ kind }) => kind === 'invitation').map(viewOf) })
  },
})

export const createInvitation = defineApiOperation({
  id: 'createInvitation',
  summary: 'Create an invitation link',
  description: 'Send the link to the person yourself, because Docent sends no email. It works once.',
  tag: 'Accounts',
  permission: 'members',
  audit: 'member.invite',
  body: z.strictObject({
    role: z.enum(MEMBER_ROLES).describe('What the person becomes.'),
    note: z.string().trim().min(1).max(100).optional().describe('Whom it is for, for the list.'),
    hours: z.int().min(1).max(720).default(72).describe('How long it works, hours.'),
  }),
  reply: {
    status: 201,
    description: 'The link. Docent shows it only once.',
    content: { 'application/json': NewLink },
  },
  async handle(call) {
    const { body, note, organizationId, services } = call
    const expiresAt = services.clock.now() + body.hours * HOUR_MS
    const { link, secret } = await accountsOf(call).createLink(
      {
        kind: 'invitation',
        organizationId,
        role: body.role,
        expiresAt,
        madeBy: personOf(call).session.account.id,
        ...defined({ note: body.note }),
      },
      call,
    )
    note.about(link.id, { role: link.role, for: link.note })
    const url = accountLinkUrl(services.publicUrl(), secret)
    return json({ id: link.id, url, expiresAt: new Date(expiresAt).toISOString() }, 201)
  },
})

export const revokeInvitation = defineApiOperation({
  id: 'revokeInvitation',
  summary: 'Revoke an invitation',
  tag: 'Accounts',
  permission: 'members',
  audit: 'member.revoke-invitation',
  reply: { status: 204, description: 'The link works no more.' },
  async handle(call) {
    const { note, organizationId, params } = call
    const id = params.id ?? ''
    if (!(await accountsOf(call).revokeLink(organizationId, id, call)))
      throw new DocentError('not_found', 'There is no such invitation that still works.')
    note.about(id)
    return { kind: 'empty', status: 204 }
  },
})

function viewOf({ id, role, note, createdAt, expiresAt }: AccountLink): z.output<typeof Invitation> {
  return {
    id,
    role,
    note,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

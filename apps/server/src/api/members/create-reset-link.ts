import { DocentError, userId } from '@docent/core'
import { defineApiOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'
import { accountsOf } from '../accounts-of.ts'
import { accountLinkUrl } from './account-link-url.ts'
import { findMember, noMember } from './find-member.ts'
import { NewLink } from './new-link.ts'

const LIFETIME_MS = 24 * 60 * 60_000

export const createResetLink = defineApiOperation({
  id: 'createResetLink',
  summary: 'Make a link by which a member chooses a new password',
  description:
    'Hand it to the member: Docent sends no mail. It works once, within a day. Refused (403) for a member of another organization too, whose owner would lose control of it.',
  tag: 'Accounts',
  permission: 'members',
  audit: 'member.create-reset-link',
  reply: {
    status: 201,
    description: 'The link, shown this once.',
    content: { 'application/json': NewLink },
  },
  async handle(call) {
    const { note, organizationId, params, services } = call
    const accounts = accountsOf(call)
    const user = userId(params.userId ?? '')
    const memberships = await accounts.memberships(user, call)
    if (!memberships.some((one) => one.organizationId === organizationId)) throw noMember()
    if (memberships.length > 1)
      throw new DocentError(
        'forbidden',
        'This person belongs to another organization too. Ask the operator of the server for help.',
      )
    const expiresAt = services.clock.now() + LIFETIME_MS
    const draft = { kind: 'reset', role: 'viewer', organizationId, userId: user, expiresAt } as const
    const { link, secret } = await accounts.createLink(draft, call)
    const member = await findMember(call, user)
    note.about(user, { link: link.id, ...(member ? { name: member.name } : {}) })
    const url = accountLinkUrl(services.publicUrl(), secret)
    return json({ id: link.id, url, expiresAt: new Date(expiresAt).toISOString() }, 201)
  },
})

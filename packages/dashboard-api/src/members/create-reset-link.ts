import { DocentError, json, userId } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { accountsOf } from '../accounts-of.ts'
import { personOf } from '../person-of.ts'
import { accountLinkUrl } from './account-link-url.ts'
import { findMember, noMember } from './find-member.ts'
import { NewLink } from './new-link.ts'

const LIFETIME_MS = 24 * 60 * 60_000

export const createResetLink = defineApiOperation({
  id: 'createResetLink',
  summary: 'Create a link for a member to set a new password',
  description:
    'Send the link to the member yourself, because Docent sends no email. It works once, within a day. If the person is also a member of another organization, the reply is 403, because the link would give you control of an account there. A link that you made before the person joined the other organization stops working.',
  tag: 'Accounts',
  permission: 'members',
  audit: 'member.create-reset-link',
  reply: {
    status: 201,
    description: 'The link. Docent shows it only once.',
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
    const madeBy = personOf(call).session.account.id
    const draft = { kind: 'reset', role: 'viewer', organizationId, userId: user, madeBy, expiresAt } as const
    const { link, secret } = await accounts.createLink(draft, call)
    const member = await findMember(call, user)
    note.about(user, { link: link.id, ...(member ? { name: member.name } : {}) })
    const url = accountLinkUrl(services.publicUrl(), secret)
    return json({ id: link.id, url, expiresAt: new Date(expiresAt).toISOString() }, 201)
  },
})

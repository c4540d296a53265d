import { userId } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { accountsOf } from '../accounts-of.ts'
import { findMember, noMember } from './find-member.ts'

export const removeMember = defineApiOperation({
  id: 'removeMember',
  summary: 'Remove a member from the organization',
  description:
    "Takes effect immediately. If the account belongs to no other organization, Docent deletes it. You can't remove the last owner (409).",
  tag: 'Accounts',
  permission: 'members',
  audit: 'member.remove',
  reply: { status: 204, description: 'The person is no member any more.' },
  async handle(call) {
    const { note, organizationId, params } = call
    const accounts = accountsOf(call)
    const user = userId(params.userId ?? '')
    const member = await findMember(call, user)
    if (!member || !(await accounts.removeMember(organizationId, user, call))) throw noMember()
    note.about(user, { name: member.name, email: member.email, role: member.role })
    return { kind: 'empty', status: 204 }
  },
})

import { MEMBER_ROLES } from '@docent/core'
import { json, userId } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf } from '../accounts-of.ts'
import { findMember, noMember } from './find-member.ts'
import { MemberView, viewOfMember } from './member-view.ts'

export const changeMember = defineApiOperation({
  id: 'changeMember',
  summary: 'Change the role of a member',
  description: "Takes effect immediately. You can't change the role of the last owner (409).",
  tag: 'Accounts',
  permission: 'members',
  audit: 'member.change-role',
  body: z.strictObject({ role: z.enum(MEMBER_ROLES).describe('The new role.') }),
  reply: {
    status: 200,
    description: 'The member with the new role.',
    content: { 'application/json': MemberView },
  },
  async handle(call) {
    const { body, note, organizationId, params } = call
    const accounts = accountsOf(call)
    const user = userId(params.userId ?? '')
    if (!(await accounts.changeRole(organizationId, user, body.role, call))) throw noMember()
    note.about(user, { role: body.role })
    const member = await findMember(call, user)
    if (!member) throw noMember()
    note.about(user, { name: member.name })
    return json(viewOfMember(member))
  },
})

import { json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf } from '../accounts-of.ts'
import { MemberView, viewOfMember } from './member-view.ts'

export const listMembers = defineApiOperation({
  id: 'listMembers',
  summary: 'List the members of the organization',
  tag: 'Accounts',
  permission: 'members',
  reply: {
    status: 200,
    description: 'The members, by the time when they joined.',
    content: { 'application/json': z.object({ members: z.array(MemberView) }) },
  },
  async handle(call) {
    const members = await accountsOf(call).members(call.organizationId, call)
    return json({ members: members.map(viewOfMember) })
  },
})

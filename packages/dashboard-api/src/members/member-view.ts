import { MEMBER_ROLES } from '@docent/core'
import type { Member } from '@docent/core/plugin'
import { z } from 'zod'

export const MemberView = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role: z.enum(MEMBER_ROLES),
    hasPassword: z.boolean(),
    hasSecondFactor: z.boolean(),
    joinedAt: z.iso.datetime(),
  })
  .meta({ id: 'Member' })

export function viewOfMember(member: Member): z.output<typeof MemberView> {
  const { id, name, email, role, hasPassword, hasSecondFactor, joinedAt } = member
  return { id, name, email, role, hasPassword, hasSecondFactor, joinedAt: new Date(joinedAt).toISOString() }
}

import { DocentError, type Member, type UserId } from '@docent/core/plugin'
import type { ApiCall } from '@docent/http'
import { accountsOf } from '../accounts-of.ts'

/** Undefined for a person who is no member of the caller's organization. */
export async function findMember(call: ApiCall, user: UserId): Promise<Member | undefined> {
  const members = await accountsOf(call).members(call.organizationId, call)
  return members.find(({ id }) => id === user)
}

export function noMember(): DocentError {
  return new DocentError('not_found', 'The organization has no such member.')
}

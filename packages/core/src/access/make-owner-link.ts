import type { AccountLink } from '../domain/account.ts'
import type { OrganizationId } from '../domain/ids.ts'
import type { Accounts } from '../ports/accounts.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { Clock } from '../ports/clock.ts'

const LIFETIME_MS = 60 * 60_000

/**
 * Makes a link that signs the owner of an organization in, once and within an hour: the first owner where there is one,
 * else a new one. Owner links that were made before stop working.
 */
export async function makeOwnerLink(
  accounts: Accounts,
  clock: Clock,
  organizationId: OrganizationId,
  options: CallOptions = {},
): Promise<{ link: AccountLink; secret: string }> {
  for (const link of await accounts.links(organizationId, options))
    if (link.kind === 'owner') await accounts.revokeLink(organizationId, link.id, options)
  const owner = (await accounts.hasOwner(organizationId, options))
    ? (await accounts.members(organizationId, options)).find(({ role }) => role === 'owner')
    : undefined
  return accounts.createLink(
    {
      kind: 'owner',
      organizationId,
      role: 'owner',
      expiresAt: clock.now() + LIFETIME_MS,
      ...(owner ? { userId: owner.id } : {}),
    },
    options,
  )
}

import { userId } from '@docent/core/plugin'
import { expect } from 'vitest'
import {
  type AccountsContext,
  client,
  draft,
  HOUR_MS,
  join,
  mine,
  password,
  theirs,
} from './accounts-context.ts'
import type { ContractCase } from './contract-case.ts'

export const memberCases: readonly ContractCase<AccountsContext>[] = [
  {
    name: 'has no owner before one joined, and one afterwards, by every adapter over the same data',
    async run({ accounts, clock, peer }) {
      expect(await accounts.hasOwner(mine)).toBe(false)
      await join(accounts, clock, { kind: 'owner' })
      expect(await ((await peer?.()) ?? accounts).hasOwner(mine)).toBe(true)
      expect(await accounts.hasOwner(theirs)).toBe(false)
    },
  },
  {
    name: 'signs an owner in by a link, once',
    async run({ accounts, clock, peer }) {
      const { secret } = await accounts.createLink(draft(clock, { kind: 'owner' }))
      expect(secret.length).toBeGreaterThanOrEqual(22)
      const joined = await accounts.join(secret, {}, client)
      expect(joined?.session).toMatchObject({
        account: { email: null, hasPassword: false, hasSecondFactor: false },
        memberships: [{ organizationId: mine, role: 'owner' }],
      })
      expect(await accounts.join(secret, {}, client)).toBeUndefined()
      const token = joined?.token ?? ''
      expect(await ((await peer?.()) ?? accounts).session(token)).toEqual(joined?.session)
    },
  },
  {
    name: 'lets one of several callers use a link',
    async run({ accounts, clock }) {
      const { secret } = await accounts.createLink(draft(clock, { kind: 'owner' }))
      const all = await Promise.all([1, 2, 3, 4].map(() => accounts.join(secret, {}, client)))
      expect(all.filter((one) => one !== undefined)).toHaveLength(1)
      expect(await accounts.members(mine)).toHaveLength(1)
    },
  },
  {
    name: 'ends a link with its time',
    async run({ accounts, clock }) {
      const { secret } = await accounts.createLink(draft(clock, { kind: 'owner' }))
      clock.advance(HOUR_MS - 1)
      expect(await accounts.findLink(secret)).toMatchObject({ kind: 'owner' })
      clock.advance(1)
      expect(await accounts.findLink(secret)).toBeUndefined()
      expect(await accounts.links(mine)).toEqual([])
      expect(await accounts.join(secret, {}, client)).toBeUndefined()
      expect(await accounts.hasOwner(mine)).toBe(false)
    },
  },
  {
    name: 'lists links that work, newest first, of one organization, and revokes them there alone',
    async run({ accounts, clock }) {
      const first = await accounts.createLink(draft(clock, { role: 'viewer', note: 'Ada' }))
      const second = await accounts.createLink(draft(clock, { role: 'editor' }))
      const other = await accounts.createLink({ ...draft(clock), organizationId: theirs })
      expect(await accounts.links(mine)).toEqual([second.link, first.link])
      expect(first.link).toMatchObject({ role: 'viewer', note: 'Ada', userId: null })
      expect(await accounts.revokeLink(mine, other.link.id)).toBe(false)
      expect(await accounts.revokeLink(mine, first.link.id)).toBe(true)
      expect(await accounts.revokeLink(mine, first.link.id)).toBe(false)
      expect(await accounts.findLink(first.secret)).toBeUndefined()
      expect(await accounts.links(mine)).toEqual([second.link])
      expect(await accounts.findLink(other.secret)).toEqual(other.link)
    },
  },
  {
    name: 'refuses an address that is taken, and the link still works',
    async run({ accounts, clock }) {
      await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
      const { secret } = await accounts.createLink(draft(clock))
      const again = { name: 'Ada', email: 'ADA@example.com', password }
      await expect(accounts.join(secret, again, client)).rejects.toMatchObject({ code: 'conflict' })
      expect(await accounts.join(secret, { ...again, email: 'eve@example.com' }, client)).toBeDefined()
    },
  },
  {
    name: 'adds a signed-in person to another organization, and never lowers a role',
    async run({ accounts, clock }) {
      const owner = await join(accounts, clock, { kind: 'owner' })
      const as = owner.session.account.id
      const elsewhere = { ...draft(clock, { role: 'editor' }), organizationId: theirs }
      const { secret } = await accounts.createLink(elsewhere)
      expect((await accounts.join(secret, { as }, client))?.session.memberships).toEqual([
        { organizationId: mine, role: 'owner' },
        { organizationId: theirs, role: 'editor' },
      ])
      expect(await accounts.memberships(as)).toHaveLength(2)
      const lower = await accounts.createLink(draft(clock, { role: 'viewer' }))
      const after = await accounts.join(lower.secret, { as }, client)
      expect(after?.session.memberships[0]).toEqual({ organizationId: mine, role: 'owner' })
      expect(await accounts.members(mine)).toHaveLength(1)
    },
  },
  {
    name: 'lists the members of one organization by the time of joining',
    async run({ accounts, clock }) {
      await join(accounts, clock, { kind: 'owner' })
      clock.advance(1_000)
      await join(accounts, clock, { role: 'viewer' }, { name: 'Ada', email: 'ada@example.com', password })
      expect(await accounts.members(mine)).toMatchObject([
        { role: 'owner', email: null },
        { role: 'viewer', email: 'ada@example.com', name: 'Ada', joinedAt: clock.now() },
      ])
      expect(await accounts.members(theirs)).toEqual([])
    },
  },
  {
    name: 'changes a role at once, and keeps the last owner',
    async run({ accounts, clock }) {
      const owner = await join(accounts, clock, { kind: 'owner' })
      const ada = await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
      const [ownerId, adaId] = [owner.session.account.id, ada.session.account.id]
      await expect(accounts.changeRole(mine, ownerId, 'editor')).rejects.toMatchObject({ code: 'conflict' })
      expect(await accounts.changeRole(theirs, adaId, 'owner')).toBe(false)
      expect(await accounts.changeRole(mine, userId('nobody'), 'owner')).toBe(false)
      expect(await accounts.changeRole(mine, adaId, 'owner')).toBe(true)
      expect((await accounts.session(ada.token))?.memberships).toMatchObject([{ role: 'owner' }])
      const both = await Promise.allSettled([
        accounts.changeRole(mine, ownerId, 'viewer'),
        accounts.changeRole(mine, adaId, 'viewer'),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await accounts.hasOwner(mine)).toBe(true)
    },
  },
  {
    name: 'removes a member with the account and its sessions, and keeps the last owner',
    async run({ accounts, clock }) {
      const owner = await join(accounts, clock, { kind: 'owner' })
      const ada = await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
      const kept = accounts.removeMember(mine, owner.session.account.id)
      await expect(kept).rejects.toMatchObject({ code: 'conflict' })
      expect(await accounts.removeMember(theirs, ada.session.account.id)).toBe(false)
      expect(await accounts.removeMember(mine, ada.session.account.id)).toBe(true)
      expect(await accounts.removeMember(mine, ada.session.account.id)).toBe(false)
      expect(await accounts.session(ada.token)).toBeUndefined()
      expect(await accounts.signIn({ email: 'ada@example.com', password }, client)).toBeUndefined()
      await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
    },
  },
  {
    name: 'does nothing when the signal is aborted',
    async run({ accounts, clock }) {
      const signal = AbortSignal.abort(new Error('left'))
      const { secret } = await accounts.createLink(draft(clock, { kind: 'owner' }))
      await expect(accounts.join(secret, {}, client, { signal })).rejects.toThrow('left')
      expect(await accounts.findLink(secret)).toBeDefined()
    },
  },
]

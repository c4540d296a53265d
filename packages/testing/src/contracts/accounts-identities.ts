import { expect } from 'vitest'
import { type AccountsContext, client, join, mine, password, signIn, theirs } from './accounts-context.ts'
import type { ContractCase } from './contract-case.ts'

const identity = { issuer: 'https://id.example.com', subject: 'u-1' }
const ada = { name: 'Ada', email: 'ada@example.com' }
const admission = { organizationId: mine, role: 'editor', identity, ...ada } as const

export const identityCases: readonly ContractCase<AccountsContext>[] = [
  {
    name: 'admits somebody whom a provider vouches for, and signs in the same account afterwards',
    async run({ accounts, peer }) {
      expect(await accounts.findByIdentity(identity)).toBeUndefined()
      expect(await accounts.signInByIdentity(identity, client)).toBeUndefined()
      const admitted = await accounts.admit(admission, client)
      expect(admitted.session).toMatchObject({
        account: { ...ada, hasPassword: false, hasIdentity: true },
        memberships: [{ organizationId: mine, role: 'editor' }],
      })
      const other = (await peer?.()) ?? accounts
      expect(await other.findByIdentity(identity)).toEqual(admitted.session.account)
      const again = await other.signInByIdentity(identity, client)
      expect(again?.session.account.id).toBe(admitted.session.account.id)
      expect(again?.token).not.toBe(admitted.token)
    },
  },
  {
    name: 'tells identities apart by issuer and by subject',
    async run({ accounts }) {
      await accounts.admit(admission, client)
      for (const other of [
        { ...identity, subject: 'u-2' },
        { ...identity, issuer: 'https://other.example.com' },
        { ...identity, subject: 'U-1' },
      ]) {
        expect(await accounts.findByIdentity(other)).toBeUndefined()
        expect(await accounts.signInByIdentity(other, client)).toBeUndefined()
      }
    },
  },
  {
    name: 'takes no address of another account with an identity',
    async run({ accounts, clock }) {
      const known = await join(accounts, clock, {}, { ...ada, password })
      await expect(accounts.admit(admission, client)).rejects.toMatchObject({ code: 'conflict' })
      await expect(accounts.admit({ ...admission, email: 'ADA@example.com' }, client)).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(await accounts.findByIdentity(identity)).toBeUndefined()
      expect(await accounts.members(mine)).toHaveLength(1)
      expect((await accounts.findByEmail(' Ada@Example.com '))?.id).toBe(known.session.account.id)
      expect(await accounts.findByEmail('bob@example.com')).toBeUndefined()
    },
  },
  {
    name: 'connects an identity to an account beside its password, and never to a second account',
    async run({ accounts, clock }) {
      const first = await join(accounts, clock, {}, { ...ada, password })
      const second = await join(accounts, clock, {}, { name: 'Bob', email: 'bob@example.com', password })
      expect(first.session.account.hasIdentity).toBe(false)
      await accounts.connectIdentity(first.session.account.id, identity)
      await accounts.connectIdentity(first.session.account.id, identity)
      const signedIn = await accounts.signInByIdentity(identity, client)
      expect(signedIn?.session.account).toMatchObject({ ...ada, hasPassword: true, hasIdentity: true })
      await signIn(accounts, ada.email)
      const taken = accounts.connectIdentity(second.session.account.id, identity)
      await expect(taken).rejects.toMatchObject({ code: 'conflict' })
      const admitted = accounts.admit({ ...admission, email: 'eve@example.com' }, client)
      await expect(admitted).rejects.toMatchObject({ code: 'conflict' })
      expect(await accounts.findByEmail('eve@example.com')).toBeUndefined()
    },
  },
  {
    name: 'makes an account with an identity a member of another organization',
    async run({ accounts }) {
      const { session } = await accounts.admit(admission, client)
      const as = session.account.id
      const there = await accounts.admit({ organizationId: theirs, role: 'viewer', identity, as }, client)
      expect(there.session.memberships).toEqual([
        { organizationId: mine, role: 'editor' },
        { organizationId: theirs, role: 'viewer' },
      ])
      const lower = await accounts.admit({ organizationId: mine, role: 'viewer', identity, as }, client)
      expect(lower.session.memberships[0]).toEqual({ organizationId: mine, role: 'editor' })
    },
  },
  {
    name: 'forgets the identity of an account that is gone',
    async run({ accounts, clock }) {
      await join(accounts, clock, { kind: 'owner' })
      const { session } = await accounts.admit(admission, client)
      expect(await accounts.removeMember(mine, session.account.id)).toBe(true)
      expect(await accounts.signInByIdentity(identity, client)).toBeUndefined()
      const again = await accounts.admit(admission, client)
      expect(again.session.account.id).not.toBe(session.account.id)
    },
  },
  {
    name: 'admits nobody when the signal is aborted',
    async run({ accounts }) {
      const signal = AbortSignal.abort(new Error('gone'))
      await expect(accounts.admit(admission, client, { signal })).rejects.toThrow('gone')
      expect(await accounts.members(mine)).toEqual([])
    },
  },
]

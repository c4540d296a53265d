import { expect } from 'vitest'
import { codeOf } from '../fakes/authenticator-app.ts'
import {
  type AccountsContext,
  client,
  draft,
  join,
  mine,
  password,
  signIn,
  theirs,
} from './accounts-context.ts'
import type { ContractCase } from './contract-case.ts'

const ada = { name: 'Ada', email: 'ada@example.com', password }

/** What was handed out while somebody might do more, or less, than now. */
export const staleCases: readonly ContractCase<AccountsContext>[] = [
  {
    name: 'resets no password by a link once the person is a member of another organization too',
    async run({ accounts, clock, peer }) {
      const { session } = await join(accounts, clock, {}, ada)
      const as = session.account.id
      const { link, secret } = await accounts.createLink(draft(clock, { kind: 'reset', userId: as }))
      expect(await accounts.findLink(secret)).toEqual(link)
      const elsewhere = { ...draft(clock, { role: 'owner' }), organizationId: theirs }
      const invited = await accounts.createLink(elsewhere)
      const joined = await accounts.join(invited.secret, { as }, client)
      const other = (await peer?.()) ?? accounts
      expect(await other.findLink(secret)).toBeUndefined()
      expect(await other.links(mine)).toEqual([])
      expect(await other.resetPassword(secret, 'a new long password')).toBeUndefined()
      expect(await accounts.session(joined?.token ?? '')).toBeDefined()
      await signIn(accounts, ada.email)
      // Whoever may reset it again, may.
      await join(accounts, clock, { kind: 'owner' })
      const owner = await accounts.createLink({ ...draft(clock, { kind: 'owner' }), organizationId: theirs })
      await accounts.join(owner.secret, {}, client)
      await accounts.removeMember(theirs, as)
      expect(await accounts.resetPassword(secret, 'a new long password')).toBe(as)
    },
  },
  {
    name: 'resets no password by a link of an organization that the person has left',
    async run({ accounts, clock }) {
      const { session } = await join(accounts, clock, {}, ada)
      const as = session.account.id
      const { secret } = await accounts.createLink(draft(clock, { kind: 'reset', userId: as }))
      const invited = await accounts.createLink({ ...draft(clock), organizationId: theirs })
      await accounts.join(invited.secret, { as }, client)
      await accounts.removeMember(mine, as)
      expect(await accounts.findLink(secret)).toBeUndefined()
      expect(await accounts.resetPassword(secret, 'a new long password')).toBeUndefined()
      await signIn(accounts, ada.email)
    },
  },
  {
    name: 'ends the links of an owner who is none any more, and the rest goes on',
    async run({ accounts, clock }) {
      const owner = await join(accounts, clock, { kind: 'owner' })
      const { session } = await join(accounts, clock, { role: 'owner' }, ada)
      const member = await join(accounts, clock, {}, { ...ada, email: 'kim@example.com' })
      const madeBy = session.account.id
      const kept = await accounts.createLink({ ...draft(clock), madeBy: owner.session.account.id })
      const invitation = await accounts.createLink({ ...draft(clock, { role: 'owner' }), madeBy })
      const user = { userId: member.session.account.id }
      const reset = await accounts.createLink({ ...draft(clock, { kind: 'reset', ...user }), madeBy })
      expect(await accounts.links(mine)).toHaveLength(3)
      await accounts.changeRole(mine, madeBy, 'editor')
      expect(await accounts.links(mine)).toEqual([kept.link])
      expect(await accounts.join(invitation.secret, { as: madeBy }, client)).toBeUndefined()
      expect(await accounts.resetPassword(reset.secret, 'a new long password')).toBeUndefined()
      expect(await accounts.revokeLink(mine, invitation.link.id)).toBe(false)
      await accounts.removeMember(mine, madeBy)
      const eve = { ...ada, email: 'eve@example.com' }
      expect(await accounts.join(invitation.secret, eve, client)).toBeUndefined()
      expect(await accounts.join(kept.secret, eve, client)).toBeDefined()
    },
  },
  {
    name: 'makes nobody an owner again by an owner link of before',
    async run({ accounts, clock }) {
      await join(accounts, clock, { kind: 'owner' })
      const { session } = await join(accounts, clock, { role: 'owner' }, ada)
      const userId = session.account.id
      const { secret } = await accounts.createLink(draft(clock, { kind: 'owner', userId }))
      await accounts.changeRole(mine, userId, 'viewer')
      expect(await accounts.join(secret, {}, client)).toBeUndefined()
      expect(await accounts.memberships(userId)).toEqual([{ organizationId: mine, role: 'viewer' }])
    },
  },
  {
    name: 'takes a code of an authenticator app once, and no challenge after a new password',
    async run({ accounts, clock, peer }) {
      const { token: first } = await join(accounts, clock, {}, ada)
      const setup = await accounts.beginSecondFactor(first, password)
      const secret = new URL(setup?.uri ?? '').searchParams.get('secret') ?? ''
      const confirming = codeOf(secret)
      const token = (await accounts.confirmSecondFactor(first, confirming)) ?? ''
      const challenge = async (by = password) => {
        const outcome = await accounts.signIn({ email: ada.email, password: by }, client)
        return outcome?.kind === 'second-factor' ? outcome.challenge : ''
      }
      const answer = async (code: string, by = accounts) =>
        by.answerChallenge(await challenge(), { kind: 'totp', code }, client)
      expect(await answer(confirming)).toBeUndefined()
      const code = codeOf(secret, 1)
      const other = (await peer?.()) ?? accounts
      const both = await Promise.all([answer(code), answer(code, other)])
      expect(both.filter((one) => one !== undefined)).toHaveLength(1)
      for (const again of [code, ` ${code} `]) expect(await answer(again, other)).toBeUndefined()
      expect(await accounts.confirmSecondFactor(token, code)).toBeUndefined()

      const old = await challenge()
      const user = (await accounts.session(token))?.account.id
      if (user === undefined) throw new Error('The session ended.')
      await accounts.setPassword(user, 'a new long password', token)
      const backup = { kind: 'backup', code: setup?.backupCodes[0] ?? '' } as const
      expect(await accounts.answerChallenge(old, backup, client)).toBeUndefined()
      expect(
        await accounts.answerChallenge(await challenge('a new long password'), backup, client),
      ).toBeDefined()
    },
  },
]

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
  wrongCode,
} from './accounts-context.ts'
import type { ContractCase } from './contract-case.ts'

export const signInCases: readonly ContractCase<AccountsContext>[] = [
  {
    name: 'makes an invited person a member who signs in by address and password, whatever the case of the address',
    async run({ accounts, clock }) {
      await join(accounts, clock, { role: 'editor' }, { name: 'Ada', email: 'Ada@Example.com', password })
      const outcome = await accounts.signIn({ email: ' ada@example.COM', password }, client)
      expect(outcome).toMatchObject({
        kind: 'signed-in',
        session: {
          account: { name: 'Ada', email: 'ada@example.com', hasPassword: true },
          memberships: [{ organizationId: mine, role: 'editor' }],
        },
      })
    },
  },
  {
    name: 'refuses a wrong password, a wrong address and an account without a password',
    async run({ accounts, clock }) {
      await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
      const owner = await join(accounts, clock, { kind: 'owner' })
      await accounts.changeDetails(owner.session.account.id, { email: 'owner@example.com' })
      for (const email of ['ada@example.com', 'bob@example.com', 'owner@example.com', 'nonsense', ''])
        expect(await accounts.signIn({ email, password: `${password}!` }, client)).toBeUndefined()
      expect(await accounts.signIn({ email: 'owner@example.com', password: '' }, client)).toBeUndefined()
    },
  },
  {
    name: 'knows no session of another token, and none after signing out',
    async run({ accounts, clock, peer }) {
      const one = await join(accounts, clock, { kind: 'owner' })
      const two = await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
      for (const token of ['', 'x', `${one.token}x`, one.token.slice(0, -1), one.session.id])
        expect(await accounts.session(token)).toBeUndefined()
      await accounts.signOut(one.token)
      await accounts.signOut(one.token)
      expect(await ((await peer?.()) ?? accounts).session(one.token)).toBeUndefined()
      expect(await accounts.session(two.token)).toEqual(two.session)
    },
  },
  {
    name: 'ends every session of a person, and nobody else’s',
    async run({ accounts, clock }) {
      const ada = await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
      const again = await signIn(accounts, 'ada@example.com')
      const bob = await join(accounts, clock, {}, { name: 'Bob', email: 'bob@example.com', password })
      await accounts.signOutEverywhere(ada.session.account.id)
      expect(await accounts.session(ada.token)).toBeUndefined()
      expect(await accounts.session(again.token)).toBeUndefined()
      expect(await accounts.session(bob.token)).toBeDefined()
    },
  },
  {
    name: 'changes name, address and password; a new password ends the other sessions',
    async run({ accounts, clock }) {
      const { token, session } = await join(accounts, clock, { kind: 'owner' })
      const id = session.account.id
      expect(await accounts.checkPassword(id, '')).toBe(false)
      await accounts.changeDetails(id, { name: 'Grace', email: 'Grace@example.com' })
      await accounts.setPassword(id, password, token)
      expect((await accounts.session(token))?.account).toMatchObject({
        name: 'Grace',
        email: 'grace@example.com',
        hasPassword: true,
      })
      expect(await accounts.checkPassword(id, password)).toBe(true)
      expect(await accounts.checkPassword(id, `${password} `)).toBe(false)
      const other = await signIn(accounts, 'grace@example.com')
      await accounts.setPassword(id, 'another long password', token)
      expect(await accounts.session(other.token)).toBeUndefined()
      expect(await accounts.session(token)).toBeDefined()
      expect(await accounts.signIn({ email: 'grace@example.com', password }, client)).toBeUndefined()
    },
  },
  {
    name: 'refuses to give an account the address of another one',
    async run({ accounts, clock }) {
      await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
      const { session } = await join(accounts, clock, { kind: 'owner' })
      const taken = accounts.changeDetails(session.account.id, { email: 'ada@EXAMPLE.com' })
      await expect(taken).rejects.toMatchObject({ code: 'conflict' })
      await accounts.changeDetails(session.account.id, { email: 'me@example.com' })
      await accounts.changeDetails(session.account.id, { email: 'ME@example.com', name: 'Me' })
    },
  },
  {
    name: 'sets a password by a reset link, once, and ends the sessions of the person',
    async run({ accounts, clock }) {
      const ada = await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
      const reset = draft(clock, { kind: 'reset', userId: ada.session.account.id })
      const { secret } = await accounts.createLink(reset)
      expect(await accounts.join(secret, {}, client)).toBeUndefined()
      expect(await accounts.resetPassword('unknown', 'a new long password')).toBeUndefined()
      expect(await accounts.resetPassword(secret, 'a new long password')).toBe(ada.session.account.id)
      expect(await accounts.resetPassword(secret, 'one more password')).toBeUndefined()
      expect(await accounts.session(ada.token)).toBeUndefined()
      await signIn(accounts, 'ada@example.com', 'a new long password')
    },
  },
  {
    name: 'resets no password by an invitation or an owner link',
    async run({ accounts, clock }) {
      const { session } = await join(accounts, clock, { kind: 'owner' })
      const { id } = session.account
      const { secret } = await accounts.createLink(draft(clock, { kind: 'owner', userId: id }))
      expect(await accounts.resetPassword(secret, password)).toBeUndefined()
      expect((await accounts.join(secret, {}, client))?.session.account.id).toBe(id)
    },
  },
  {
    name: 'asks for a code once a second factor is confirmed, and takes each backup code once',
    async run({ accounts, clock }) {
      const ada = await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
      expect(await accounts.beginSecondFactor(ada.token, 'wrong')).toBeUndefined()
      const setup = await accounts.beginSecondFactor(ada.token, password)
      const secret = new URL(setup?.uri ?? '').searchParams.get('secret') ?? ''
      await signIn(accounts, 'ada@example.com')
      expect(await accounts.confirmSecondFactor(ada.token, wrongCode(secret))).toBeUndefined()
      const token = await accounts.confirmSecondFactor(ada.token, codeOf(secret))
      expect((await accounts.session(token ?? ''))?.account.hasSecondFactor).toBe(true)
      const challenge = async () => {
        const outcome = await accounts.signIn({ email: 'ada@example.com', password }, client)
        expect(outcome).toMatchObject({ kind: 'second-factor', userId: ada.session.account.id })
        return outcome?.kind === 'second-factor' ? outcome.challenge : ''
      }
      const wrong = { kind: 'totp', code: wrongCode(secret) } as const
      expect(await accounts.answerChallenge(await challenge(), wrong, client)).toBeUndefined()
      expect(await accounts.answerChallenge('nonsense; x=1', wrong, client)).toBeUndefined()
      const right = { kind: 'totp', code: codeOf(secret, 1) } as const
      const signedIn = await accounts.answerChallenge(await challenge(), right, client)
      expect(signedIn?.session.account).toMatchObject({ email: 'ada@example.com', hasSecondFactor: true })
      // One secret alone encrypts here: there is nothing to do, and what it encrypted opens.
      expect(await accounts.resealSecondFactors()).toEqual({ resealed: 0, lost: 0 })
      const backup = { kind: 'backup', code: setup?.backupCodes[0] ?? '' } as const
      expect(await accounts.answerChallenge(await challenge(), backup, client)).toBeDefined()
      expect(await accounts.answerChallenge(await challenge(), backup, client)).toBeUndefined()
    },
  },
  {
    name: 'asks for no code once the second factor is removed',
    async run({ accounts, clock }) {
      const ada = await join(accounts, clock, {}, { name: 'Ada', email: 'ada@example.com', password })
      const setup = await accounts.beginSecondFactor(ada.token, password)
      const secret = new URL(setup?.uri ?? '').searchParams.get('secret') ?? ''
      const token = (await accounts.confirmSecondFactor(ada.token, codeOf(secret))) ?? ''
      expect(await accounts.removeSecondFactor(token, 'wrong')).toBe(false)
      expect(await accounts.removeSecondFactor(token, password)).toBe(true)
      await signIn(accounts, 'ada@example.com')
    },
  },
]

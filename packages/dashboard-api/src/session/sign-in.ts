import { DocentError, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf, clientOf } from '../accounts-of.ts'
import { connectPending } from './connect-pending.ts'
import { keepSession, NOBODY, SessionView, viewOfSession } from './session-view.ts'

const Body = z.strictObject({
  email: z.string().min(1).max(320).describe('Address of the account.'),
  password: z.string().min(1).max(1_000).describe('Password of the account.'),
})

const Reply = SessionView.extend({
  challenge: z
    .string()
    .nullable()
    .describe('Set when a code is needed: send it to `POST /api/session/second-factor`.'),
})

export const signIn = defineApiOperation({
  id: 'signIn',
  summary: 'Sign in with an email address and a password',
  description:
    'Docent allows 20 attempts for one account and 60 from one client address in 15 minutes. Successful attempts count too.',
  tag: 'Accounts',
  permission: 'anyone',
  audit: 'session.sign-in',
  body: Body,
  reply: {
    status: 200,
    description: 'The person is signed in, and the reply sets the session cookie. Or a code is needed.',
    content: { 'application/json': Reply },
  },
  async handle(call) {
    const { body, ip, note, services, signal } = call
    const accounts = accountsOf(call)
    await services.signInLimits.take(ip, body.email, { signal })
    const outcome = await accounts.signIn(body, clientOf(call), { signal })
    if (!outcome) throw new DocentError('unauthorized', 'The address or the password is wrong.')
    if (outcome.kind === 'second-factor') {
      note.skip()
      return json({ ...NOBODY, challenge: outcome.challenge })
    }
    note.by(outcome.session.account)
    keepSession(call, outcome)
    await connectPending(call, outcome.session)
    return json({ ...(await viewOfSession(outcome, services)), challenge: null })
  },
})

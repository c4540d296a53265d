import { DocentError, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf, clientOf } from '../accounts-of.ts'
import { connectPending } from './connect-pending.ts'
import { keepSession, SessionView, viewOfSession } from './session-view.ts'

const Body = z.strictObject({
  challenge: z.string().min(1).max(1_000).describe('Of `POST /api/session`.'),
  kind: z.enum(['totp', 'backup']).default('totp').describe('Code of the app, or a backup code.'),
  code: z.string().min(1).max(50).describe('The code.'),
})

export const answerChallenge = defineApiOperation({
  id: 'answerChallenge',
  summary: 'Finish signing in with a code',
  description: 'After a few wrong codes, the person must sign in with the password again.',
  tag: 'Accounts',
  permission: 'anyone',
  audit: 'session.sign-in',
  body: Body,
  reply: {
    status: 200,
    description: 'The person is signed in. The reply sets the session cookie.',
    content: { 'application/json': SessionView },
  },
  async handle(call) {
    const { body, ip, note, services, signal } = call
    const { challenge, kind, code } = body
    const accounts = accountsOf(call)
    await services.signInLimits.take(ip, challenge, { signal })
    const signedIn = await accounts.answerChallenge(challenge, { kind, code }, clientOf(call), { signal })
    if (!signedIn) throw new DocentError('unauthorized', 'The code is wrong, or the sign-in took too long.')
    note.by(signedIn.session.account)
    note.about(signedIn.session.account.id, { secondFactor: kind })
    keepSession(call, signedIn)
    await connectPending(call, signedIn.session)
    return json(await viewOfSession(signedIn, services))
  },
})

import { DocentError, json } from '@docent/core/plugin'
import type { ApiCall } from '@docent/http'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf } from '../accounts-of.ts'
import { personOf } from '../person-of.ts'
import { keepSession, SessionView, viewOfSession } from '../session/session-view.ts'

const Password = z.strictObject({ password: z.string().min(1).max(1_000).describe('Of the account.') })

const Setup = z.object({
  uri: z.string().describe('`otpauth://totp/…`, to be shown as a QR code.'),
  secret: z.string().describe('What the QR code holds, to be typed.'),
  backupCodes: z.array(z.string()).describe('Each signs in once. They are shown this once.'),
})

export const beginSecondFactor = defineApiOperation({
  id: 'beginSecondFactor',
  summary: 'Start to set up an authenticator app',
  description:
    'Signing in asks for a code only after `POST /api/account/second-factor/confirm` has received one.',
  tag: 'Accounts',
  permission: 'signed-in',
  audit: 'account.begin-second-factor',
  body: Password,
  reply: { status: 200, description: 'For the app.', content: { 'application/json': Setup } },
  async handle(call) {
    const { token } = await limited(call)
    const setup = await accountsOf(call).beginSecondFactor(token, call.body.password, call)
    if (!setup) throw wrong('password', 'is not the password of this account')
    const secret = new URL(setup.uri).searchParams.get('secret') ?? ''
    return json({ ...setup, secret })
  },
})

export const confirmSecondFactor = defineApiOperation({
  id: 'confirmSecondFactor',
  summary: 'Confirm the authenticator app with a code',
  tag: 'Accounts',
  permission: 'signed-in',
  audit: 'account.add-second-factor',
  body: z.strictObject({ code: z.string().min(1).max(50).describe('What the app shows.') }),
  reply: {
    status: 200,
    description:
      'From now on, signing in asks for a code. The session has a new cookie and a new CSRF token.',
    content: { 'application/json': SessionView },
  },
  async handle(call) {
    const { token } = await limited(call)
    const accounts = accountsOf(call)
    const fresh = await accounts.confirmSecondFactor(token, call.body.code, call)
    const session = fresh === undefined ? undefined : await accounts.session(fresh, call)
    if (fresh === undefined || !session) throw wrong('code', 'is not what the app shows now')
    keepSession(call, { token: fresh, session })
    return json(await viewOfSession({ token: fresh, session }, call.services))
  },
})

export const removeSecondFactor = defineApiOperation({
  id: 'removeSecondFactor',
  summary: 'Remove the authenticator app',
  tag: 'Accounts',
  permission: 'signed-in',
  audit: 'account.remove-second-factor',
  body: Password,
  reply: { status: 204, description: 'Signing in asks for the password alone.' },
  async handle(call) {
    const { token } = await limited(call)
    if (!(await accountsOf(call).removeSecondFactor(token, call.body.password, call)))
      throw wrong('password', 'is not the password of this account')
    return { kind: 'empty', status: 204 }
  },
})

/** Passwords and codes are guessed here as anywhere. */
async function limited(call: ApiCall) {
  const person = personOf(call)
  const { ip, services, signal, note } = call
  await services.signInLimits.take(ip, person.session.account.id, { signal })
  note.about(person.session.account.id)
  return person
}

function wrong(path: string, message: string): DocentError {
  return new DocentError('invalid_request', `${path}: ${message}.`, { issues: [{ path, message }] })
}

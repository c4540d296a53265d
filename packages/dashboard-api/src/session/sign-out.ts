import { defineApiOperation } from '@docent/http'
import { accountsOf } from '../accounts-of.ts'
import { forgetSession } from './session-view.ts'

export const signOut = defineApiOperation({
  id: 'signOut',
  summary: 'Sign out in this browser',
  tag: 'Accounts',
  permission: 'signed-in',
  audit: 'session.sign-out',
  reply: { status: 204, description: 'Signed out; the cookie is removed.' },
  async handle(call) {
    const { actor, signal } = call
    if (actor.kind === 'member') await accountsOf(call).signOut(actor.token, { signal })
    forgetSession(call)
    return { kind: 'empty', status: 204 }
  },
})

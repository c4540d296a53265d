import { defineApiOperation } from '@docent/http'
import { accountsOf } from '../accounts-of.ts'
import { personOf } from '../person-of.ts'
import { forgetSession } from './session-view.ts'

export const signOutEverywhere = defineApiOperation({
  id: 'signOutEverywhere',
  summary: 'End every session of the signed-in person',
  tag: 'Accounts',
  permission: 'signed-in',
  audit: 'session.sign-out-everywhere',
  reply: { status: 204, description: 'Signed out in every browser, this one too.' },
  async handle(call) {
    const { session } = personOf(call)
    await accountsOf(call).signOutEverywhere(session.account.id, { signal: call.signal })
    forgetSession(call)
    return { kind: 'empty', status: 204 }
  },
})

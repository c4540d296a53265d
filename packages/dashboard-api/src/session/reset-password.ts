import { DocentError } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf } from '../accounts-of.ts'
import { LinkSecret, NewPassword } from './link-secret.ts'

export const resetPassword = defineApiOperation({
  id: 'resetPassword',
  summary: 'Set a new password with a link',
  description:
    'Ends every session of the account and removes its second factor. The person then signs in with the new password.',
  tag: 'Accounts',
  permission: 'anyone',
  audit: 'account.reset-password',
  body: z.strictObject({ secret: LinkSecret, password: NewPassword }),
  reply: { status: 204, description: 'The password is set.' },
  async handle(call) {
    const { body, ip, note, services, signal } = call
    const accounts = accountsOf(call)
    await services.signInLimits.take(ip, undefined, { signal })
    const link = await accounts.findLink(body.secret, { signal })
    const user = await accounts.resetPassword(body.secret, body.password, { signal })
    if (user === undefined || !link)
      throw new DocentError('unauthorized', 'This link was used or has expired. Ask an owner for another.')
    note.about(user)
    note.organizationId = link.organizationId
    return { kind: 'empty', status: 204 }
  },
})

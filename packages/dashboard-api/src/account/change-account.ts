import { DocentError, defined, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf } from '../accounts-of.ts'
import { personOf } from '../person-of.ts'
import { EmailAddress, NewPassword, PersonName } from '../session/link-secret.ts'
import { SessionView, viewOfSession } from '../session/session-view.ts'

const Body = z
  .strictObject({
    name: PersonName.optional(),
    email: EmailAddress.optional(),
    password: NewPassword.optional(),
    currentPassword: z
      .string()
      .max(1_000)
      .optional()
      .describe('Needed for a new address or password by an account that has a password.'),
  })
  .refine(({ currentPassword: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: 'name what to change: name, email or password',
  })
  .meta({ examples: [{ name: 'Ada' }] })

export const changeAccount = defineApiOperation({
  id: 'changeAccount',
  summary: 'Change the name, email address, or password of the signed-in person',
  description: "A new password ends the person's other sessions.",
  tag: 'Accounts',
  permission: 'signed-in',
  audit: 'account.change',
  body: Body,
  reply: {
    status: 200,
    description: 'The person with the changes.',
    content: { 'application/json': SessionView },
  },
  async handle(call) {
    const { body, ip, note, services, signal } = call
    const { token, session } = personOf(call)
    const { id, hasPassword } = session.account
    const accounts = accountsOf(call)
    const isSensitive = body.email !== undefined || body.password !== undefined
    if (isSensitive && hasPassword) {
      await services.signInLimits.take(ip, id, { signal })
      if (!(await accounts.checkPassword(id, body.currentPassword ?? '', { signal }))) throw wrongPassword()
    }
    const { name, email } = body
    if (name !== undefined || email !== undefined)
      await accounts.changeDetails(id, defined({ name, email }), { signal })
    if (body.password !== undefined) await accounts.setPassword(id, body.password, token, { signal })
    note.about(id, {
      name: name !== undefined,
      email: email !== undefined,
      password: body.password !== undefined,
    })
    const changed = await accounts.session(token, { signal })
    return json(await viewOfSession({ token, session: changed ?? session }, services))
  },
})

function wrongPassword(): DocentError {
  const issue = { path: 'currentPassword', message: 'is not the password of this account' }
  return new DocentError('invalid_request', `${issue.path}: ${issue.message}.`, { issues: [issue] })
}

import { DocentError, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf, clientOf } from '../accounts-of.ts'
import { EmailAddress, LinkSecret, NewPassword, PersonName } from './link-secret.ts'
import { keepSession, SessionView, viewOfSession } from './session-view.ts'

const Body = z.strictObject({
  secret: LinkSecret,
  person: z
    .strictObject({ name: PersonName, email: EmailAddress, password: NewPassword })
    .optional()
    .describe('A new account. Absent: the person who is signed in joins.'),
})

export const acceptInvitation = defineApiOperation({
  id: 'acceptInvitation',
  summary: 'Join an organization with an invitation',
  tag: 'Accounts',
  permission: 'anyone',
  audit: 'member.join',
  body: Body,
  reply: {
    status: 200,
    description: 'The person has joined and is signed in. The reply sets the session cookie.',
    content: { 'application/json': SessionView },
  },
  async handle(call) {
    const { actor, body, ip, note, services, signal } = call
    const accounts = accountsOf(call)
    await services.signInLimits.take(ip, undefined, { signal })
    const link = await accounts.findLink(body.secret, { signal })
    if (link?.kind !== 'invitation') throw usedUp()
    const person = body.person ?? (actor.kind === 'member' ? { as: actor.session.account.id } : undefined)
    if (!person)
      throw new DocentError('invalid_request', 'person: send name, email and password, or sign in first.', {
        issues: [{ path: 'person', message: 'send name, email and password, or sign in first' }],
      })
    const joined = await accounts.join(body.secret, person, clientOf(call), { signal })
    if (!joined) throw usedUp()
    note.by(joined.session.account)
    note.about(joined.session.account.id, { role: link.role })
    note.organizationId = link.organizationId
    keepSession(call, joined)
    return json(await viewOfSession(joined, services))
  },
})

function usedUp(): DocentError {
  return new DocentError('unauthorized', 'This invitation was used or has expired. Ask an owner for another.')
}

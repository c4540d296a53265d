import { DocentError, json } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf, clientOf } from '../accounts-of.ts'
import { LinkSecret } from './link-secret.ts'
import { keepSession, SessionView, viewOfSession } from './session-view.ts'

const Body = z.strictObject({ secret: LinkSecret })

export const useOwnerLink = defineApiOperation({
  id: 'useOwnerLink',
  summary: 'Sign in as the owner with a link',
  description: 'The link that the server prints at its first start, or `docent owner-link`. It works once.',
  tag: 'Accounts',
  permission: 'anyone',
  audit: 'session.owner-link',
  body: Body,
  reply: {
    status: 200,
    description: 'The person is signed in. The reply sets the session cookie.',
    content: { 'application/json': SessionView },
  },
  async handle(call) {
    const { body, ip, note, services, signal } = call
    const accounts = accountsOf(call)
    await services.signInLimits.take(ip, undefined, { signal })
    const link = await accounts.findLink(body.secret, { signal })
    const signedIn =
      link?.kind === 'owner' ? await accounts.join(body.secret, {}, clientOf(call), { signal }) : undefined
    if (!link || !signedIn)
      throw new DocentError(
        'unauthorized',
        'This link was used or has expired. Make another with "docent owner-link".',
      )
    note.by(signedIn.session.account)
    note.about(signedIn.session.account.id)
    note.organizationId = link.organizationId
    keepSession(call, signedIn)
    return json(await viewOfSession(signedIn, services))
  },
})

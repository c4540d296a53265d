import { DocentError, defined, json, type Reply } from '@docent/core/plugin'
import { type ApiCall, defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { accountsOf, clientOf } from '../accounts-of.ts'
import type { OfDashboard } from '../features.ts'
import { AdmitPerson } from '../openid/admit-person.ts'
import {
  PENDING_MS,
  type PendingSignIn,
  pendingConnection,
  pendingSignIn,
} from '../openid/pending-sign-in.ts'
import type { ProviderClient } from '../openid/provider-client.ts'
import { needsPasswordPage, problemPage } from '../openid/sign-in-pages.ts'
import { personOfClaims } from '../openid/verified-person.ts'
import { LinkSecret } from './link-secret.ts'
import { keepSession } from './session-view.ts'

const CALLBACK = '/api/session/openid/callback'

const part = z.string().max(4_000).optional()
const Callback = z.object({
  code: part,
  state: part,
  iss: part,
  error: part,
  error_description: part,
})

const Begin = z.strictObject({
  returnTo: z
    .string()
    .max(2_000)
    .optional()
    .describe('Path of this server to show afterwards. Default: the dashboard.'),
  invitation: LinkSecret.optional().describe('Secret of the invitation to accept.'),
})

export const getOpenId = defineApiOperation({
  id: 'getOpenId',
  summary: 'Get the sign-in provider',
  tag: 'Accounts',
  permission: 'anyone',
  reply: {
    status: 200,
    description: 'The OpenID Connect provider.',
    content: {
      'application/json': z.object({
        name: z.string().nullable().describe('For the button. Null when there is no provider.'),
      }),
    },
  },
  async handle({ services }: ApiCall & OfDashboard) {
    return json({ name: services.openId?.settings.name ?? null })
  },
})

export const beginOpenId = defineApiOperation({
  id: 'beginOpenId',
  summary: 'Start to sign in with the provider',
  description: 'Send the browser to `url`. The provider sends it back, signed in.',
  tag: 'Accounts',
  permission: 'anyone',
  audit: 'session.openid-begin',
  body: Begin,
  reply: {
    status: 200,
    description: "The address of the provider's sign-in page. A cookie stores what the callback needs.",
    content: { 'application/json': z.object({ url: z.string() }) },
  },
  async handle(call: ApiCall<unknown, z.output<typeof Begin>> & OfDashboard) {
    const { body, ip, note, services, signal } = call
    note.skip()
    accountsOf(call)
    const client = providerOf(call)
    const returnTo = pathWithin(services.publicUrl(), body.returnTo ?? '/dashboard')
    await services.signInLimits.take(ip, undefined, { signal })
    const { url, pending } = await client.begin(services.publicUrl() + CALLBACK, signal)
    const value: PendingSignIn = {
      ...pending,
      returnTo,
      ...defined({ invitation: body.invitation }),
      until: services.clock.now() + PENDING_MS,
    }
    call.addCookie(pendingSignIn.keep(services.settings.secrets, value, services.signedIn.secure))
    return json({ url: url.href })
  },
})

export const finishOpenId = defineApiOperation({
  id: 'finishOpenId',
  summary: 'Receive people whom the provider sends back',
  description: 'Only for browsers. Returns a redirect, or a page that says what went wrong.',
  tag: 'Accounts',
  permission: 'anyone',
  audit: 'session.openid',
  query: Callback,
  reply: { status: 303, description: 'The person is signed in. The reply sets the session cookie.' },
  async handle(call: ApiCall<z.output<typeof Callback>> & OfDashboard) {
    const { note, services } = call
    // The sign-in is over, whatever becomes of it: its secrets work for one reply of the provider.
    call.addCookie(pendingSignIn.forget(services.signedIn.secure))
    try {
      return await finish(call)
    } catch (error) {
      note.skip()
      if (!DocentError.is(error) || error.code === 'aborted') throw error
      services.logger.warn({ err: error, requestId: call.requestId }, 'a sign-in by the provider failed')
      return problemPage(error)
    }
  },
})

async function finish(call: ApiCall<z.output<typeof Callback>> & OfDashboard): Promise<Reply> {
  const { headers, ip, note, services, signal } = call
  const { clock, logger, publicUrl, settings, signedIn } = services
  const accounts = accountsOf(call)
  const client = providerOf(call)
  await services.signInLimits.take(ip, undefined, { signal })
  const pending = pendingSignIn.read(settings.secrets, headers.cookie, signedIn.secure, clock.now())
  if (!pending)
    throw new DocentError('unauthorized', 'This sign-in took too long, or was begun in another browser.')
  // From the configured address: what a request says of its host is not to be believed.
  const callback = new URL(CALLBACK, publicUrl())
  for (const [name, value] of Object.entries(call.query))
    if (value !== undefined) callback.searchParams.set(name, value)
  const person = personOfClaims(await client.claims(callback, pending, signal), client.settings)
  const outcome = await new AdmitPerson(accounts, client.settings, logger).admit(
    { person, client: clientOf(call), invitation: pending.invitation },
    { signal },
  )
  if (outcome.kind === 'needs-password') {
    note.skip()
    const { identity } = person
    const value = { ...identity, email: outcome.email, until: clock.now() + PENDING_MS }
    call.addCookie(pendingConnection.keep(settings.secrets, value, signedIn.secure))
    return needsPasswordPage(outcome.email, client.settings.name)
  }
  const { account } = outcome.signedIn.session
  note.by(account)
  note.about(account.id, { issuer: person.identity.issuer, isNew: outcome.isNew })
  keepSession(call, outcome.signedIn)
  return { kind: 'empty', status: 303, headers: { Location: pending.returnTo } }
}

function providerOf({ services }: OfDashboard): ProviderClient {
  if (services.openId) return services.openId
  throw new DocentError('not_found', 'No provider of sign-in is configured. Sign in with a password.')
}

/** Never another server, however the path is written. @throws DocentError `invalid_request` */
function pathWithin(publicUrl: string, path: string): string {
  const url = URL.canParse(path, publicUrl) ? new URL(path, publicUrl) : undefined
  if (path.startsWith('/') && url?.origin === new URL(publicUrl).origin && !url.pathname.startsWith('//'))
    return url.pathname + url.search + url.hash
  throw new DocentError('invalid_request', 'returnTo: must be a path of this server, such as /dashboard.')
}

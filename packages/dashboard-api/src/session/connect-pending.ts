import type { Session } from '@docent/core/plugin'
import type { ApiCall } from '@docent/http'
import { accountsOf } from '../accounts-of.ts'
import { pendingConnection } from '../openid/pending-sign-in.ts'

/**
 * Connects the identity that the provider proved a moment ago, now that the password has proved whose account it is.
 * Only to the account of the same address: somebody else may have signed in at this browser meanwhile.
 */
export async function connectPending(call: ApiCall, { account }: Session): Promise<void> {
  const { headers, note, services, signal } = call
  const { clock, settings, signedIn } = services
  const pending = pendingConnection.read(settings.secrets, headers.cookie, signedIn.secure, clock.now())
  if (!pending) return
  call.addCookie(pendingConnection.forget(signedIn.secure))
  if (account.email === null || account.email.toLowerCase() !== pending.email) return
  const { issuer, subject } = pending
  await accountsOf(call).connectIdentity(account.id, { issuer, subject }, { signal })
  note.about(account.id, { connected: issuer })
}

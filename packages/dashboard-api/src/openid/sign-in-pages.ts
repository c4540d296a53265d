import { ERROR_CODES } from '@docent/core'
import type { DocentError, Reply } from '@docent/core/plugin'
import { cardPage, html } from '@docent/pages'

const SIGN_IN = '/dashboard/sign-in'

/** The reason of a failure, for the person who wanted to sign in. */
export async function problemPage(error: DocentError): Promise<Reply> {
  return cardPage(
    'You are not signed in',
    html`<p>${error.message}</p>
<p><a class="action" href="${SIGN_IN}">Back to the sign-in page</a></p>`,
    ERROR_CODES[error.code].status,
  )
}

/** An account has this address already: its password proves whose it is. */
export async function needsPasswordPage(email: string, provider: string): Promise<Reply> {
  return cardPage(
    'Connect your account',
    html`<p>An account with the address <strong>${email}</strong> already exists. Sign in with its password once, within ten minutes. From then on, ${provider} signs you in.</p>
<p class="quiet">If you forgot the password, ask an owner for a link that sets a new one.</p>
<p><a class="action" href="${SIGN_IN}">Sign in with the password</a></p>`,
    200,
  )
}

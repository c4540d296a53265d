import { ERROR_CODES } from '@docent/core'
import type { DocentError } from '@docent/core/plugin'
import { type Audience, publicMessage } from '@docent/http'
import { cardPage } from './card-page.ts'
import { html } from './html.ts'
import type { TextReply } from './page-reply.ts'

interface Failed {
  error: DocentError
  /** False where the address leads to no operation. */
  isRouted: boolean
  requestId: string
  audience: Audience
}

/** What a person sees in a browser where a program would read a problem in JSON. */
export function failedPage({ error, isRouted, requestId, audience }: Failed): Promise<TextReply> {
  const { status } = ERROR_CODES[error.code]
  const message = isRouted
    ? publicMessage(error, { audience, requestId })
    : 'There is no page at this address. Check the address, or open the dashboard.'
  return cardPage(
    status === 404 ? 'Page not found' : 'This page can’t be shown',
    html`<p>${message}</p>
${status === 404 ? undefined : html`<p class="quiet">Request <code>${requestId}</code></p>`}
<p><a class="action" href="/dashboard">Open the dashboard</a></p>`,
    status,
  )
}

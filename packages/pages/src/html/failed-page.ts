import { ERROR_CODES } from '@docent/core'
import { type FailedPage, publicMessage } from '@docent/http'
import { cardPage } from './card-page.ts'
import { html } from './html.ts'

export const failedPage: FailedPage = ({ error, isRouted, requestId, audience }) => {
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

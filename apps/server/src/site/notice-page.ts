import { html } from '../pages/html.ts'
import type { Reply } from '../reply.ts'
import { htmlReply, pageShell } from './page-shell.ts'
import type { SiteAssets } from './site-assets.ts'

/** What a browser shows for a page that is not there, or not for this reader: both look the same. */
export function notFoundReply(assets: SiteAssets, home?: { name: string; base: string }): Reply {
  const body = pageShell({
    title: 'Page not found',
    siteName: home?.name ?? 'Docent',
    base: home?.base ?? '',
    lang: 'en',
    navigation: html``,
    main: html`<div class="notice"><h1>Page not found</h1>
<p>There is no page at this address, or you need to sign in to read it.</p>
${home === undefined ? undefined : html`<p><a href="${home.base}/">Go to the first page of ${home.name}</a></p>`}</div>`,
    assets,
    isIndexed: false,
  })
  return htmlReply(body, { status: 404, isPublic: false, isIndexed: false })
}

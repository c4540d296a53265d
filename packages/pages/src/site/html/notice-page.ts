import type { Reply } from '@docent/core/plugin'
import type { ShownBrand } from '../../brand/shown-brand.ts'
import { html } from '../../html/html.ts'
import type { SiteAssets } from '../assets/site-assets.ts'
import type { SiteContents } from '../site-contents.ts'
import { navigationHtml } from './navigation-html.ts'
import { htmlReply, pageShell } from './page-shell.ts'

/** Where a reader can go who found nothing. */
interface Ways {
  /** The dashboard, without a trailing slash; absent: this origin. */
  home?: string
  /** The same page for a member, where pages have an origin of their own. */
  entrance?: string
}

/** What a browser shows where there is no site, or not for this reader: both look the same. */
export function notFoundReply(assets: SiteAssets, { home, entrance }: Ways): Reply {
  const body = pageShell({
    title: 'Page not found',
    siteName: 'Docent',
    base: home ?? '',
    lang: 'en',
    navigation: html``,
    main: html`<div class="notice"><h1>Page not found</h1>
<p>There is no page at this address, or you need to <a href="${home ?? ''}/dashboard">sign in</a> to read it.</p>${
      entrance === undefined
        ? undefined
        : html`<p>If you are signed in to the dashboard, <a href="${entrance}">open this page as a member</a>.</p>`
    }</div>`,
    assets,
    isIndexed: false,
  })
  return htmlReply(body, { status: 404, isPublic: false, isIndexed: false })
}

export interface MissingPage {
  contents: SiteContents
  path: string
  assistant: { domain: string; key: string } | undefined
  brand: ShownBrand
}

/** What the reader of a site sees for a page that it does not have: the search, and the way to every other page. */
export function missingPageReply(
  assets: SiteAssets,
  { contents, path, assistant, brand }: MissingPage,
): Reply {
  const { base, outline } = contents
  const body = pageShell({
    title: 'Page not found',
    siteName: brand.name,
    brand,
    base,
    lang: 'en',
    navigation: navigationHtml(outline.navigationFor(path), { base, current: path }),
    main: html`<div class="notice"><h1>Page not found</h1>
<p>There is no page at this address. It may have moved, or you may not have access to it.</p>
${
  assistant === undefined
    ? undefined
    : html`<docent-assistant class="find" domain="${assistant.domain}" key="${assistant.key}" mode="search" hotkeys="none" ask-about="none"></docent-assistant>`
}
<p><a href="${base}/">Go to the first page of ${brand.name}</a></p></div>`,
    assistant,
    assets,
    isIndexed: false,
  })
  return htmlReply(body, { status: 404, isPublic: false, isIndexed: false })
}

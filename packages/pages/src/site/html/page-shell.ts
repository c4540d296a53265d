import { createHash } from 'node:crypto'
import type { Reply } from '@docent/core/plugin'
import { linksHtml, logoHtml, type ShownBrand } from '../../brand/shown-brand.ts'
import { type Html, html } from '../../html/html.ts'
import type { SiteAssets } from '../assets/site-assets.ts'

export interface ShellParts {
  title: string
  siteName: string
  /** Path of the site, without a trailing slash. */
  base: string
  lang: string
  navigation: Html
  /** Of the page on its site; absent for a notice. */
  path?: string
  /** The same page in other versions and languages. */
  variants?: Html | undefined
  main: Html
  /** Headings of the page. */
  contents?: Html | undefined
  description?: string | undefined
  /** Of the widget; without a key there is none. */
  assistant?: { domain: string; key: string } | undefined
  /** Absolute address of the page for search engines; absent where it must not be found. */
  canonical?: string | undefined
  /** Paths of the same page and of the site for programs. */
  markdown?: string | undefined
  /** Above everything, such as what a preview shows. */
  banner?: Html | undefined
  /** Where the widget and its script come from; absent: this origin. */
  assets: SiteAssets
  /** Of the project; absent where no project is known. */
  brand?: ShownBrand | undefined
  /** Absolute address of the picture that other sites show beside a link to the page. */
  socialImage?: string | undefined
  isIndexed: boolean
}

const icon = (name: string, path: string) =>
  html`<svg class="${name}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${path}"/></svg>`

const MENU_ICON = icon('lines', 'M2 4h12M2 8h12M2 12h12')
/** The style shows the one that applies. */
const THEME_ICONS = html`${icon('auto', 'M2 3h12v8H2zM6 14h4')}${icon(
  'light',
  'M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM8 1v1M8 14v1M1 8h1M14 8h1M3 3l.7.7M12.300 12.300l.7.7M3 13l.7-.7M12.300 3.700l.7-.7',
)}${icon('dark', 'M13 9.500A5.500 5.500 0 1 1 6.500 3a4.500 4.500 0 0 0 6.500 6.500z')}`

/** The whole page around a rendered document. */
export function pageShell(parts: ShellParts): string {
  const { title, siteName, base, lang, assets, assistant, canonical, markdown, description, brand } = parts
  return html`<!doctype html>
<html lang="${lang}" class="docent-tokens" data-diagrams="${assets.diagrams}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === siteName ? siteName : `${title} · ${siteName}`}</title>
${description === undefined ? undefined : html`<meta name="description" content="${description}">`}
${parts.isIndexed ? undefined : html`<meta name="robots" content="noindex">`}
${canonical === undefined ? undefined : html`<link rel="canonical" href="${canonical}">`}
${markdown === undefined ? undefined : html`<link rel="alternate" type="text/markdown" href="${markdown}">`}
${brand?.icon === undefined ? html`<link rel="icon" href="${assets.icon}" type="image/svg+xml">` : html`<link rel="icon" href="${brand.icon}">`}
${parts.socialImage === undefined ? undefined : html`<meta property="og:image" content="${parts.socialImage}"><meta property="og:title" content="${title}">`}
<link rel="stylesheet" href="${assets.style}">
${brand?.style === undefined ? undefined : html`<link rel="stylesheet" href="${brand.style}">`}
<script src="${assets.theme}"></script>
<script src="${assets.script}" defer></script>
${assistant === undefined ? undefined : html`<script src="/widget/latest/docent.js" defer></script>`}
</head>
<body>
<a class="skip" href="#docent:main">Skip to the content</a>
<a class="sr-only" tabindex="-1" aria-hidden="true" href="${base}/llms.txt">All pages as Markdown</a>
<header class="top">
<button type="button" class="menu" aria-expanded="false" aria-controls="docent:nav" aria-label="Menu" hidden>${MENU_ICON}</button>
<a class="home" href="${base}/">${brand === undefined ? siteName : logoHtml(brand)}</a>
${brand && linksHtml(brand.headerLinks, 'More of the site', 'links')}
<div class="tools">
${
  assistant === undefined
    ? undefined
    : html`<docent-assistant class="search" domain="${assistant.domain}" key="${assistant.key}" path="${parts.path ?? '/'}" mode="search" ask-about="none"></docent-assistant>`
}
${parts.variants}
<button type="button" class="theme" hidden>${THEME_ICONS}</button>
</div>
</header>
${parts.banner}
<div class="columns">
<main id="docent:main" tabindex="-1">${parts.main}</main>
<nav id="docent:nav" class="side" aria-label="Pages">${parts.navigation}</nav>
${parts.contents === undefined ? undefined : html`<nav class="contents" aria-label="On this page">${parts.contents}</nav>`}
</div>
${brand && linksHtml(brand.footerLinks, 'Footer', 'site-footer')}
${
  assistant === undefined
    ? undefined
    : html`<docent-assistant class="assistant" domain="${assistant.domain}" key="${assistant.key}" path="${parts.path ?? '/'}"></docent-assistant>`
}
</body>
</html>
`.markup
}

/** Scripts, styles, frames, and pictures of this server alone, and pictures that its scripts make or the operator allows; nothing inline. */
const policy = (imageHosts: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' blob:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
    "font-src 'self'",
    "frame-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

export interface HtmlReplyOptions {
  status?: number
  /** Anyone may keep it; a page for members is their browser's alone. */
  isPublic: boolean
  /** Values of `Link`. */
  links?: readonly string[]
  isIndexed: boolean
  ifNoneMatch?: string | undefined
  /** Other hosts whose images it may show. */
  imageHosts?: readonly string[]
}

/** A page with its policy and its tag; nothing but the tag for a reader who has it. */
export function htmlReply(body: string, options: HtmlReplyOptions): Reply {
  return taggedReply({ type: 'text/html; charset=utf-8', body }, options, {
    'Content-Security-Policy': policy(options.imageHosts ?? []),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
  })
}

/** A whole text with a tag made of it. */
export function taggedReply(
  { type, body }: { type: string; body: string | Uint8Array },
  { status = 200, isPublic, links = [], isIndexed, ifNoneMatch }: HtmlReplyOptions,
  further: Readonly<Record<string, string>> = {},
): Reply {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = {
    ETag: tag,
    'Cache-Control': isPublic ? 'public, no-cache' : 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...(isPublic ? {} : { Vary: 'Cookie' }),
    ...(links.length === 0 ? {} : { Link: links.join(', ') }),
    ...(isIndexed ? {} : { 'X-Robots-Tag': 'noindex' }),
    ...further,
  }
  const known = ifNoneMatch?.split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (status === 200 && known?.includes(tag)) return { kind: 'empty', status: 304, headers }
  return { kind: 'text', status, type, body, headers }
}

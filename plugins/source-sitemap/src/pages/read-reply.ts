import { withoutPageExtension } from '@docent/content'
import { defined, isMachineFailure } from '@docent/core/plugin'
import { readHtml } from '../html/html-to-markdown.ts'
import { saysNoindex } from '../robots/robots-directives.ts'
import { decodeText, isUtf8 } from './decode-text.ts'
import { markdownPage } from './markdown-page.ts'
import { fileOf, looksLikeMarkdown, looksLikePage } from './page-address.ts'
import type { SiteScope } from './site-scope.ts'

/** A reply with a body; can be handed to another thread. */
export interface PageInput {
  /** After all redirects. */
  url: string
  body: Uint8Array
  /** `Content-Type`. */
  type: string
  /** `X-Robots-Tag`. */
  robots: readonly string[]
}

/** What it turned out to be. Addresses are absolute. */
export type ReadReply =
  | { kind: 'markdown'; content: Uint8Array }
  | { kind: 'html'; content: Uint8Array; canonical?: string; markdown?: string }
  | { kind: 'noindex' }
  /** Neither HTML nor Markdown. */
  | { kind: 'other' }
  /** HTML that no reader survives, such as a hundred thousand elements inside of each other. */
  | { kind: 'broken'; reason: string }

export interface ReadReplyOptions {
  scope: SiteScope
  /** Token of the crawler. */
  product: string
}

function isHtml(type: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)/i.test(type)
}

/** Reads the body of a page by its type. */
export function readReply({ body, type, robots, ...input }: PageInput, options: ReadReplyOptions): ReadReply {
  const { scope, product } = options
  const url = new URL(input.url)
  if (saysNoindex(robots, product)) return { kind: 'noindex' }
  if (isMarkdown(type, url)) {
    const text = decodeText(body, type)
    const linkTo = (written: string) => siteAddress(written, url, scope) ?? written
    const page = { file: fileOf(url), isUtf8: isUtf8(type), linkTo }
    return { kind: 'markdown', content: markdownPage(body, text, page) }
  }
  if (!isHtml(type)) return { kind: 'other' }
  try {
    return htmlReply(decodeText(body, type), url, options)
  } catch (error) {
    if (isMachineFailure(error)) throw error
    return { kind: 'broken', reason: brokenReason(error) }
  }
}

function brokenReason(error: unknown): string {
  // The readers of HTML call themselves for each element inside of another one.
  if (error instanceof RangeError && /call stack/i.test(error.message))
    return 'elements are nested too deep, nest fewer of them in each other'
  return error instanceof Error ? error.message : String(error)
}

function htmlReply(html: string, url: URL, { scope, product }: ReadReplyOptions): ReadReply {
  let base = url
  const page = readHtml(html, { product, linkTo: (written) => htmlTarget(written, base, scope) })
  const { head } = page
  if (saysNoindex(head.robots, product)) return { kind: 'noindex' }
  base = (head.base === undefined ? undefined : scope.resolve(head.base, url)) ?? url
  const canonical = onSite(head.canonical, base, scope)
  const markdown = onSite(head.markdown, base, scope)
  return {
    kind: 'html',
    content: new TextEncoder().encode(page.markdown()),
    ...defined({ canonical: canonical?.href }),
    ...defined({ markdown: markdown?.href }),
  }
}

/** Servers name the type of `.md` files in many ways. */
function isMarkdown(type: string, url: URL): boolean {
  if (/^\s*text\/(?:x-)?markdown\b/i.test(type)) return true
  return (
    looksLikeMarkdown(url) &&
    (type === '' || /^\s*(?:text\/(?:plain|mdx)|application\/octet-stream)/i.test(type))
  )
}

function onSite(written: string | undefined, base: URL, scope: SiteScope): URL | undefined {
  const url = written === undefined ? undefined : scope.resolve(written, base)
  return url !== undefined && scope.isSite(url) ? url : undefined
}

function htmlTarget(written: string, base: URL, scope: SiteScope): string | undefined {
  if (written.startsWith('#')) return written
  if (/^(?:javascript|data|blob|about):/i.test(written.trim())) return undefined
  return (
    siteAddress(written, base, scope) ??
    (URL.canParse(written, base.href) ? new URL(written, base).href : undefined)
  )
}

/** The path of an address of the site, that of the page for its Markdown version; undefined for all others. */
function siteAddress(written: string, base: URL, scope: SiteScope): string | undefined {
  const url = scope.resolve(written, base)
  if (url === undefined || !scope.isSite(url)) return undefined
  const path = looksLikePage(url) ? withoutPageExtension(url.pathname) : url.pathname
  return path + url.search + (URL.canParse(written, base.href) ? new URL(written, base).hash : '')
}

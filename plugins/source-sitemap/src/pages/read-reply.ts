import { readHtml } from '../html/html-to-markdown.ts'
import type { SiteReply } from '../http/site-client.ts'
import { saysNoindex } from '../robots/robots-directives.ts'
import { decodeText, isUtf8 } from './decode-text.ts'
import { markdownPage } from './markdown-page.ts'
import { fileOf, looksLikeMarkdown, looksLikePage } from './page-address.ts'
import type { SiteScope } from './site-scope.ts'

/** What a reply with a body turned out to be. */
export type ReadReply =
  | { kind: 'markdown'; content: Uint8Array }
  | { kind: 'html'; content(): Uint8Array; canonical?: URL; markdown?: URL }
  | { kind: 'noindex' }
  /** Neither HTML nor Markdown. */
  | { kind: 'other'; type: string }

export interface ReadReplyOptions {
  scope: SiteScope
  /** Token of the crawler. */
  product: string
}

/** Reads the body of a page by its type. */
export function readReply(reply: SiteReply, { scope, product }: ReadReplyOptions): ReadReply {
  const { headers, body, url } = reply
  const type = headers['content-type'] ?? ''
  const robots = headers['x-robots-tag'] ?? []
  if (saysNoindex(Array.isArray(robots) ? robots : [robots], product)) return { kind: 'noindex' }
  if (isMarkdown(type, url)) {
    const text = decodeText(body, type)
    const linkTo = (written: string) => siteAddress(written, url, scope) ?? written
    return {
      kind: 'markdown',
      content: markdownPage(body, text, { file: fileOf(url), isUtf8: isUtf8(type), linkTo }),
    }
  }
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(type)) return { kind: 'other', type }
  let base = url
  const page = readHtml(decodeText(body, type), {
    product,
    linkTo: (written) => htmlTarget(written, base, scope),
  })
  const { head } = page
  if (saysNoindex(head.robots, product)) return { kind: 'noindex' }
  base = (head.base === undefined ? undefined : scope.resolve(head.base, url)) ?? url
  const canonical = onSite(head.canonical, base, scope)
  const markdown = onSite(head.markdown, base, scope)
  return {
    kind: 'html',
    content: () => new TextEncoder().encode(page.markdown()),
    ...(canonical === undefined ? {} : { canonical }),
    ...(markdown === undefined ? {} : { markdown }),
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
  const path = looksLikePage(url) ? url.pathname.replace(/\.mdx?$/i, '') : url.pathname
  return path + url.search + (URL.canParse(written, base.href) ? new URL(written, base).hash : '')
}

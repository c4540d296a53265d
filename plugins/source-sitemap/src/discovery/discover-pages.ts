import { gunzipSync } from 'node:zlib'
import { DocentError, defined } from '@docent/core/plugin'
import type { SiteClient } from '../http/site-client.ts'
import { looksLikeMarkdown, looksLikePage, pageKey } from '../pages/page-address.ts'
import type { SiteScope } from '../pages/site-scope.ts'
import type { Robots } from '../robots/read-robots.ts'
import { readLlmsTxt } from './read-llms-txt.ts'
import { readSitemap } from './read-sitemap.ts'

/** Largest sitemap by the protocol, bytes. */
const MAX_SITEMAP_BYTES = 50 * 1_024 * 1_024
const MAX_LLMS_BYTES = 8 * 1_024 * 1_024
/** Sitemaps and llms.txt files of one site, those that name each other included. */
const MOST_DOCUMENTS = 200
/** How deep they may name each other. */
const DEEPEST = 3
const MOST_OTHER_HOSTS = 20

/** A page that the site names. */
export interface FoundPage {
  /** Its Markdown version when one is named. */
  url: URL
  /** The page itself, when `url` is its Markdown version. */
  html?: URL
  /** When it changed last, as the sitemap says. */
  lastmod?: string
}

export interface DiscoveryFailure {
  url: URL
  reason: string
  /** It may be there at the next crawl, with the pages that only it names. */
  isTemporary: boolean
}

export interface Discovery {
  /** By page key, in the order in which they were found. */
  pages: Map<string, FoundPage>
  /** Documents that were read. */
  documents: number
  hasSitemap: boolean
  /** Documents that should be there and could not be read. */
  failures: DiscoveryFailure[]
}

interface Document {
  url: URL
  kind: 'llms' | 'sitemap'
  depth: number
  /** It was named by the site: when it is not there, something is missing. */
  isNamed: boolean
  ignoreRobots: boolean
}

export interface DiscoveryParts {
  scope: SiteScope
  client: SiteClient
  robots: Robots
  /** Further pages are not looked for. */
  maxPages: number
  signal: AbortSignal
}

/**
 * Every page that a site names in `llms.txt`, its sitemaps and those that robots.txt names. A Markdown version is
 * preferred to its page.
 */
export async function discoverPages(parts: DiscoveryParts): Promise<Discovery> {
  const { scope, robots } = parts
  const found: Discovery = { pages: new Map(), documents: 0, hasSitemap: false, failures: [] }
  const elsewhere = new OtherHosts(found.failures)
  const queue = firstDocuments(scope, robots).filter((document) => isOnSite(document, scope, elsewhere))
  const seen = new Set(queue.map(({ url }) => url.href))
  for (let document = queue.shift(); document !== undefined; document = queue.shift()) {
    const text = await read(document, parts, found, elsewhere)
    if (text === undefined) continue
    found.documents++
    const { pages, documents } = await named(document, text, scope)
    for (const page of pages) addPage(found.pages, page, parts)
    for (const next of documents) {
      if (seen.size >= MOST_DOCUMENTS || next.depth > DEEPEST || seen.has(next.url.href)) continue
      if (!isOnSite(next, scope, elsewhere)) continue
      seen.add(next.url.href)
      queue.push(next)
    }
  }
  joinVersions(found.pages)
  return found
}

function firstDocuments(scope: SiteScope, robots: Robots): Document[] {
  const { named, base } = scope
  if (named !== undefined) {
    const kind = /\.txt$/i.test(named.pathname) && !/sitemap/i.test(named.pathname) ? 'llms' : 'sitemap'
    return [{ url: named, kind, depth: 0, isNamed: true, ignoreRobots: false }]
  }
  const own = { depth: 0, isNamed: false, ignoreRobots: false }
  const written = robots.sitemaps.flatMap((sitemap) => scope.resolve(sitemap, base) ?? [])
  const documents: Document[] = [
    ...['llms.txt', '/llms.txt'].map((path) => ({ ...own, kind: 'llms' as const, url: new URL(path, base) })),
    ...written.map((url) => {
      return { depth: 0, kind: 'sitemap' as const, url, isNamed: true, ignoreRobots: true }
    }),
    ...['sitemap.xml', '/sitemap.xml', 'sitemap_index.xml', 'sitemap-index.xml'].map((path) => {
      return { ...own, kind: 'sitemap' as const, url: new URL(path, base) }
    }),
  ]
  return documents.filter(({ url }, at) => documents.findIndex((other) => other.url.href === url.href) === at)
}

/** A site can name any host. A crawl that followed would send requests to servers that the operator never named. */
function isOnSite({ url }: Document, scope: SiteScope, elsewhere: OtherHosts): boolean {
  if (scope.isSite(url)) return true
  elsewhere.report(url, `It is on ${url.origin}`)
  return false
}

/** Documents of other hosts, each host once: a list may name thousands. */
class OtherHosts {
  readonly #failures: DiscoveryFailure[]
  readonly #origins = new Set<string>()
  readonly #documents = new Set<string>()

  constructor(failures: DiscoveryFailure[]) {
    this.#failures = failures
  }

  has(url: URL): boolean {
    return this.#documents.has(url.href)
  }

  report(url: URL, where: string): void {
    this.#documents.add(url.href)
    if (this.#origins.has(where) || this.#origins.size >= MOST_OTHER_HOSTS) return
    this.#origins.add(where)
    const reason = `${where}, which is not the site, and is not read. If its pages are the site's, add it to "origins" of source-sitemap.`
    this.#failures.push({ url, reason, isTemporary: false })
  }
}

/** undefined when it is not there or not there now. */
async function read(
  { url, kind, isNamed, ignoreRobots }: Document,
  { scope, client, signal }: DiscoveryParts,
  found: Discovery,
  elsewhere: OtherHosts,
): Promise<string | undefined> {
  // The usual names are guesses: once one sitemap was found, they are not tried on.
  if (!isNamed && kind === 'sitemap' && found.hasSitemap) return undefined
  try {
    const reply = await client.get({
      url,
      signal,
      ignoreRobots,
      maxBytes: kind === 'llms' ? MAX_LLMS_BYTES : MAX_SITEMAP_BYTES,
      mayRead: (target) => {
        if (scope.isSite(target)) return true
        elsewhere.report(url, `It leads to ${target.origin}`)
        return false
      },
    })
    if (reply.status >= 300) {
      if (isNamed)
        found.failures.push({ url, reason: `It answered with status ${reply.status}.`, isTemporary: false })
      return undefined
    }
    const text = textOf(reply.body)
    // Many sites answer every address with a page.
    const isPage = /^\s*<(?:!doctype html|html)/i.test(text)
    if (isPage) return undefined
    if (reply.isTooLarge)
      found.failures.push({ url, reason: `It is larger than ${reply.body.length} bytes.`, isTemporary: true })
    found.hasSitemap ||= kind === 'sitemap'
    return text
  } catch (error) {
    signal.throwIfAborted()
    if (!DocentError.is(error)) throw error
    if (elsewhere.has(url)) return undefined
    if (isNamed || error.isRetryable)
      found.failures.push({ url, reason: error.message, isTemporary: error.isRetryable })
    return undefined
  }
}

function textOf(body: Uint8Array): string {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  return new TextDecoder().decode(isGzip ? unpacked(body) : body)
}

function unpacked(body: Uint8Array): Uint8Array {
  try {
    return gunzipSync(body, { maxOutputLength: MAX_SITEMAP_BYTES })
  } catch (cause) {
    throw new DocentError('dependency_failed', 'It could not be unpacked.', { cause, isRetryable: true })
  }
}

async function named(
  document: Document,
  text: string,
  scope: SiteScope,
): Promise<{ pages: FoundPage[]; documents: Document[] }> {
  const { url: from, depth } = document
  const next = { depth: depth + 1, isNamed: true, ignoreRobots: document.ignoreRobots }
  if (document.kind === 'llms') {
    const urls = readLlmsTxt(text).flatMap((target) => scope.resolve(target, from) ?? [])
    const isIndex = (url: URL) => /(?:^|\/)llms\.txt$/i.test(url.pathname)
    return {
      pages: urls.filter((url) => !isIndex(url)).map((url) => ({ url })),
      documents: urls.filter(isIndex).map((url) => ({ ...next, kind: 'llms', url })),
    }
  }
  const { pages, sitemaps } = await readSitemap(text)
  return {
    pages: pages.flatMap(({ loc, lastmod }) => {
      const url = scope.resolve(loc, from)
      return url === undefined ? [] : [{ url, ...defined({ lastmod }) }]
    }),
    documents: sitemaps.flatMap(({ loc }) => {
      const url = scope.resolve(loc, from)
      return url === undefined ? [] : [{ ...next, kind: 'sitemap' as const, url }]
    }),
  }
}

function addPage(pages: Map<string, FoundPage>, page: FoundPage, { scope, maxPages }: DiscoveryParts): void {
  if (!scope.hasPage(page.url) || !looksLikePage(page.url)) return
  const key = pageKey(page.url)
  const known = pages.get(key)
  // One more than there may be shows that there are too many.
  if (known === undefined && pages.size > maxPages) return
  pages.set(key, known === undefined ? page : joined(known, page))
}

function joined(one: FoundPage, other: FoundPage): FoundPage {
  const [markdown, html] = looksLikeMarkdown(one.url) ? [one, other] : [other, one]
  const lastmod = one.lastmod ?? other.lastmod
  const added = defined({ lastmod })
  if (!looksLikeMarkdown(markdown.url)) return { ...one, ...added }
  const page = looksLikeMarkdown(html.url) ? (one.html ?? other.html) : html.url
  return { url: markdown.url, ...defined({ html: page }), ...added }
}

/** `/a.md` is the Markdown version of `/a.html`, too, and `/a/index.html` is `/a`. */
function joinVersions(pages: Map<string, FoundPage>): void {
  for (const [key, page] of [...pages]) {
    const bare = key.replace(/\/index\.html?$|\.html?$/i, '') || '/'
    const other = bare === key ? undefined : pages.get(bare)
    if (other === undefined) continue
    if (looksLikeMarkdown(other.url) || /\/index\.html?$/i.test(key)) {
      pages.delete(key)
      pages.set(bare, joined(other, page))
    }
  }
}

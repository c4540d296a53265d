import { DocentError, defined } from '@docent/core/plugin'
import type { FoundPage } from '../discovery/discover-pages.ts'
import type { SiteClient, SiteReply } from '../http/site-client.ts'
import { fileOf, pageKey } from '../pages/page-address.ts'
import type { PageReader } from '../pages/page-reader.ts'
import type { ReadReply } from '../pages/read-reply.ts'
import type { SiteScope } from '../pages/site-scope.ts'
import type { PageEntry } from './crawl-state.ts'

/** What became of a page at a crawl. */
export type PageResult =
  | { is: 'same' }
  | { is: 'read'; entry: PageEntry }
  /** It is there no longer, or not for us. */
  | { is: 'gone'; reason?: string }
  /** It may be there at the next crawl: what was known of it stays. */
  | { is: 'failed'; reason: string }

export interface ReadPageParts {
  client: SiteClient
  scope: SiteScope
  reader: PageReader
  maxPageBytes: number
  /** Keeps the content; answers its hash. */
  add(content: Uint8Array): Promise<string>
  now(): number
  signal: AbortSignal
}

/** Reads one page, or notices that it is as it was. @param known as it was read last, by the present rules */
export async function readPage(
  found: FoundPage,
  known: PageEntry | undefined,
  parts: ReadPageParts,
): Promise<PageResult> {
  const urls = [found.url, ...(found.html ? [found.html] : [])]
  if (known?.markdown !== undefined) {
    const version = await readOne(new URL(known.markdown), found, known, parts)
    if (version.is === 'read') {
      const { file, canonical, markdown } = known
      const place = { file, markdown, ...defined({ canonical }) }
      return { is: 'read', entry: { ...version.entry, ...place } }
    }
    if (version.is !== 'gone') return version
  }
  let result: PageResult = { is: 'gone' }
  for (const url of urls) {
    result = await readOne(url, found, known, parts)
    if (result.is !== 'gone') break
  }
  return result
}

async function readOne(
  url: URL,
  found: FoundPage,
  known: PageEntry | undefined,
  parts: ReadPageParts,
): Promise<PageResult> {
  const { client, scope, maxPageBytes, signal } = parts
  const conditions = known?.url === url.href ? conditionsOf(known) : {}
  const get = (target: URL, headers: Readonly<Record<string, string>>) =>
    client.get({
      url: target,
      headers,
      maxBytes: maxPageBytes,
      signal,
      mayRead: (each) => scope.isSite(each),
    })
  try {
    const reply = await get(url, {
      accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.5',
      ...conditions,
    })
    if (reply.status === 304 && known !== undefined) return { is: 'same' }
    const refusal = refusalOf(reply, maxPageBytes)
    if (refusal !== undefined) return refusal
    const isElsewhere = pageKey(reply.url) !== pageKey(url)
    if (isElsewhere && !scope.hasPage(reply.url))
      return { is: 'gone', reason: 'It leads to an address that source-sitemap does not read.' }
    const read = await readBody(reply, parts)
    if (read.kind === 'broken') return { is: 'gone', reason: `Its HTML could not be read (${read.reason}).` }
    if (read.kind !== 'html' || read.markdown === undefined)
      return { is: 'read', entry: await entryOf(url, reply, read, found, parts) }
    const versionUrl = new URL(read.markdown)
    const version = await get(versionUrl, { accept: 'text/markdown, text/plain;q=0.9' }).catch(notNow)
    const other =
      version && version.status < 300 && !version.isTooLarge ? await readBody(version, parts) : undefined
    if (version === undefined || other?.kind !== 'markdown')
      return { is: 'read', entry: await entryOf(url, reply, read, found, parts) }
    const entry = await entryOf(versionUrl, version, other, found, parts)
    // The Markdown is a version of the page that names it, whatever its own address is.
    const page = { ...placeOf(url, reply, read, parts), markdown: versionUrl.href }
    return { is: 'read', entry: { ...entry, ...page } }
  } catch (error) {
    signal.throwIfAborted()
    if (!DocentError.is(error)) throw error
    return { is: error.isRetryable ? 'failed' : 'gone', reason: error.message }
  }
}

/** A version that cannot be had is no failure: there is the page. */
function notNow(error: unknown): undefined {
  if (!DocentError.is(error)) throw error
  return undefined
}

function readBody({ url, body, headers }: SiteReply, { reader, signal }: ReadPageParts): Promise<ReadReply> {
  const robots = headers['x-robots-tag'] ?? []
  return reader.read(
    {
      url: url.href,
      body,
      type: headers['content-type'] ?? '',
      robots: Array.isArray(robots) ? robots : [robots],
    },
    signal,
  )
}

function conditionsOf({ etag, lastModified }: PageEntry): Record<string, string> {
  return {
    ...defined({ 'if-none-match': etag, 'if-modified-since': lastModified }),
  }
}

function refusalOf({ status, isTooLarge }: SiteReply, maxPageBytes: number): PageResult | undefined {
  if (status === 404 || status === 410) return { is: 'gone' }
  // What was public once must not be shown for ever.
  if (status === 401 || status === 403 || status === 451)
    return { is: 'gone', reason: `It is not public: it answered with status ${status}.` }
  if (status < 200 || status >= 300) return { is: 'failed', reason: `It answered with status ${status}.` }
  if (isTooLarge)
    return {
      is: 'gone',
      reason: `It is larger than ${maxPageBytes} bytes ("maxPageBytes" of source-sitemap).`,
    }
  return undefined
}

async function entryOf(
  url: URL,
  reply: SiteReply,
  read: ReadReply,
  { lastmod }: FoundPage,
  parts: ReadPageParts,
): Promise<PageEntry> {
  const { etag, 'last-modified': lastModified } = reply.headers
  const entry = {
    url: url.href,
    ...placeOf(url, reply, read, parts),
    checkedAt: parts.now(),
    ...defined({ etag, lastModified, lastmod }),
  }
  if (read.kind === 'noindex') return { ...entry, excluded: 'noindex' }
  if (read.kind === 'other')
    return { ...entry, excluded: `type ${reply.headers['content-type']?.slice(0, 100) ?? 'unknown'}` }
  if (read.kind === 'broken') return { ...entry, excluded: 'broken' }
  return { ...entry, hash: await parts.add(read.content) }
}

/** Where a page is listed: under the address that it names itself, that a redirect leads to, or that it was asked at. */
function placeOf(
  url: URL,
  reply: SiteReply,
  read: ReadReply,
  { scope }: ReadPageParts,
): Pick<PageEntry, 'file' | 'canonical'> {
  const key = pageKey(url)
  const canonical = read.kind === 'html' && read.canonical !== undefined ? new URL(read.canonical) : undefined
  // A site that names its front page on every page means none of them.
  const isMeant =
    canonical !== undefined && scope.hasPage(canonical) && (pageKey(canonical) !== '/' || key === '/')
  const place = isMeant ? canonical : reply.url
  return pageKey(place) === key ? { file: fileOf(place) } : { file: fileOf(place), canonical: pageKey(place) }
}

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { defined } from '@docent/core/plugin'

export interface SitePage {
  body: string | Uint8Array
  /** Default: `text/markdown` for `.md` and `.mdx`, `text/html` without an ending. */
  type?: string
  status?: number
  headers?: Readonly<Record<string, string>>
  /** Date in the sitemap. Default: none. */
  lastmod?: string
  /** False keeps it out of `llms.txt` and `sitemap.xml`. Default: true. */
  isListed?: boolean
  /** False sends neither ETag nor answers conditions. Default: true. */
  hasValidators?: boolean
}

/** What goes wrong with an address: a status, silence, a connection that breaks, or a body without end. */
export type SiteFault = number | 'silence' | 'reset' | 'endless'

export interface SiteRequest {
  path: string
  status: number
  /** Of the body. */
  bytes: number
  headers: IncomingMessage['headers']
}

interface Planted {
  fault: SiteFault
  times: number
  headers: Readonly<Record<string, string>>
}

/** A website in memory that a crawler reads: it knows conditions, and keeps what it was asked. */
export class SimulatedSite implements AsyncDisposable {
  readonly url: string
  readonly requests: SiteRequest[] = []
  readonly #pages = new Map<string, SitePage>()
  readonly #faults = new Map<string, Planted>()
  readonly #close: () => Promise<void>

  constructor(url: string, close: () => Promise<void>) {
    this.url = url
    this.#close = close
  }

  /** Adds or changes what an address answers; `/robots.txt`, `/llms.txt` and `/sitemap.xml`, too. */
  set(path: string, page: SitePage | string): void {
    this.#pages.set(encodeURI(path), typeof page === 'string' ? { body: page } : page)
  }

  delete(path: string): void {
    this.#pages.delete(encodeURI(path))
  }

  /** Answers the next requests of an address with a fault. @param times default: always */
  fail(path: string, fault: SiteFault, times = Number.POSITIVE_INFINITY, headers = {}): void {
    this.#faults.set(encodeURI(path), { fault, times, headers })
  }

  mend(path: string): void {
    this.#faults.delete(encodeURI(path))
  }

  /** Forgets what it was asked. */
  forget(): void {
    this.requests.length = 0
  }

  /** Paths that were asked for, in their order. */
  get asked(): string[] {
    return this.requests.map(({ path }) => path)
  }

  /** Paths of pages whose bodies were sent: no lists, nothing empty. */
  get sent(): string[] {
    const lists = /^\/(?:robots\.txt|.*sitemap[^/]*|.*llms[^/]*\.txt)$/
    return this.requests.filter(({ bytes, path }) => bytes > 0 && !lists.test(path)).map(({ path }) => path)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
  }

  handle(req: IncomingMessage, res: ServerResponse): void {
    const path = req.url ?? '/'
    const request: SiteRequest = { path, status: 0, bytes: 0, headers: req.headers }
    this.requests.push(request)
    const planted = this.#faults.get(path)
    if (planted !== undefined && planted.times-- > 0) {
      this.#break(planted, request, res)
      return
    }
    const page = this.#pages.get(path) ?? this.#list(path)
    if (page === undefined) {
      answer(request, res, 404, {}, '<h1>Not found</h1>', 'text/html')
      return
    }
    const { body, status = 200, headers = {}, hasValidators = true } = page
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
    const all = { ...(hasValidators && status === 200 ? { etag } : {}), ...headers }
    if (hasValidators && req.headers['if-none-match'] === etag) {
      answer(request, res, 304, all)
      return
    }
    answer(request, res, status, all, body, page.type ?? typeOf(path))
  }

  #break({ fault, headers }: Planted, request: SiteRequest, res: ServerResponse): void {
    if (typeof fault === 'number') {
      answer(request, res, fault, headers, 'out of order', 'text/plain')
      return
    }
    if (fault === 'reset') {
      res.destroy()
      return
    }
    if (fault === 'silence') return
    res.writeHead(200, { 'content-type': 'text/html' })
    const chunk = Buffer.alloc(16 * 1_024, 'x')
    const more = () => {
      while (!res.destroyed && res.write(chunk)) request.bytes += chunk.length
    }
    res.on('drain', more)
    more()
  }

  /** `llms.txt` names Markdown, `sitemap.xml` all other pages; each is there when it has something to name. */
  #list(path: string): SitePage | undefined {
    const isMarkdown = (name: string) => /\.mdx?$/.test(name)
    const listed = [...this.#pages].filter(
      ([name, { isListed = true, status = 200, type = typeOf(name) }]) =>
        isListed && status === 200 && /html|markdown/.test(type),
    )
    if (path === '/llms.txt') {
      const links = listed
        .filter(([name]) => isMarkdown(name))
        .map(([name]) => `- [Page](${this.url}${name})`)
      return links.length === 0 ? undefined : { body: `# Site\n\n${links.join('\n')}\n`, type: 'text/plain' }
    }
    if (path !== '/sitemap.xml') return undefined
    const pages = listed.filter(([name]) => !isMarkdown(name))
    const urls = pages.map(([name, page]) => sitemapUrl(this.url + name, page.lastmod))
    return urls.length === 0 ? undefined : { body: sitemapOf(urls), type: 'application/xml' }
  }
}

/** A sitemap of `<url>` elements, or of other elements with another root. */
export function sitemapOf(entries: readonly string[], root: 'urlset' | 'sitemapindex' = 'urlset'): string {
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${entries.join('\n')}\n</${root}>\n`
}

export function sitemapUrl(loc: string, lastmod?: string, name: 'url' | 'sitemap' = 'url'): string {
  const escaped = loc.replaceAll('&', '&amp;')
  return `<${name}><loc>${escaped}</loc>${lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`}</${name}>`
}

function answer(
  request: SiteRequest,
  res: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = '',
  type?: string,
): void {
  const bytes = Buffer.from(body as string)
  request.status = status
  request.bytes = bytes.length
  res.writeHead(status, { ...defined({ 'content-type': type }), ...headers })
  res.end(bytes)
}

function typeOf(path: string): string {
  if (/\.mdx?$/.test(path)) return 'text/markdown'
  if (/\.xml$/.test(path)) return 'application/xml'
  if (/\.txt$/.test(path)) return 'text/plain'
  return /\/[^/]*\.(?!html)\w+$/.test(path) ? 'application/octet-stream' : 'text/html'
}

import { withoutPageExtension } from '@docent/content'
import type { ProjectSource } from '@docent/core/plugin'
import picomatch from 'picomatch'

/** Which addresses belong to the documentation of a project. */
export class SiteScope {
  /** Where the documentation begins; a folder, with a slash at its end. */
  readonly base: URL
  /** The address itself, when it names a sitemap or an `llms.txt`. */
  readonly named: URL | undefined
  readonly #origins: ReadonlySet<string>
  readonly #includes: (path: string) => boolean
  readonly #excludes: (path: string) => boolean

  /** @param origins further origins whose pages count as the site's */
  constructor({ url, include, exclude }: ProjectSource, origins: readonly string[]) {
    const address = new URL(url)
    const isFile = /\.(?:xml|xml\.gz|txt)$/i.test(address.pathname)
    this.named = isFile ? address : undefined
    this.base = new URL(isFile ? '.' : `${address.pathname.replace(/(?<!\/)\/+$/, '')}/`, address)
    this.#origins = new Set([address.origin, ...origins.map((origin) => new URL(origin).origin)])
    this.#includes = include === undefined ? () => true : matcher(include)
    this.#excludes = exclude === undefined || exclude.length === 0 ? () => false : matcher(exclude)
  }

  /** An address as it is written on the site: absolute, without fragment, with the protocol of the site. */
  resolve(written: string, from: URL): URL | undefined {
    if (!URL.canParse(written, from.href)) return undefined
    const url = new URL(written, from)
    url.hash = ''
    // Generators write http: for sites that have long moved.
    if (url.protocol === 'http:' && this.base.protocol === 'https:' && url.host === this.base.host)
      url.protocol = 'https:'
    return url
  }

  /** One of the hosts of the site, whatever the path. */
  isSite(url: URL): boolean {
    return this.#origins.has(url.origin)
  }

  /** A page of the documentation that is to be read. */
  hasPage(url: URL): boolean {
    const { pathname } = url
    const isBelow = pathname.startsWith(this.base.pathname) || `${pathname}/` === this.base.pathname
    if (!this.isSite(url) || !isBelow || url.search !== '') return false
    const path = decoded(pathname)
    return this.#includes(path) && !this.#excludes(path)
  }
}

/** A Markdown version is chosen and left out with its page: `/guides/a.md` is tried as `/guides/a`, too. */
function matcher(globs: readonly string[]): (path: string) => boolean {
  const matches = picomatch([...globs], { dot: true })
  return (path) => {
    const bare = path.replace(/(?<!\/)\/+$/, '') || '/'
    const page = withoutPageExtension(bare)
    return (
      matches(path) ||
      matches(bare) ||
      matches(page) ||
      matches(page.replace(/\/index(?:\.html)?$/, '') || '/')
    )
  }
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch (error) {
    if (error instanceof URIError) return pathname
    throw error
  }
}

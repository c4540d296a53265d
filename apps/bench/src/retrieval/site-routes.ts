import type { Page } from '@docent/content'
import type { Site } from './site-pages.ts'

/** Numbers that order files and folders: `01-start`, `1.start`. */
const ORDER = /\/\d+[-.](?=[^/\d])/g
const ORIGIN = 'http://site'

/**
 * Finds the page of a site that a link means. Sites differ in how links are written, so the first of these that is a
 * page counts: from the folder of the file, or from the page's own address with a slash at its end. A link from the top
 * also counts without its first segment, because many sites are served below a prefix that their folders do not have.
 */
export function siteRoutes(site: Site): (target: string, from: Page) => string | undefined {
  const routes = new Map<string, string | undefined>()
  for (const { page } of site.pages) {
    const route = comparable(page.path)
    // Two pages with the same address: a link cannot tell which one it means.
    routes.set(route, routes.has(route) ? undefined : page.path)
  }
  return (target, from) => {
    const route = target.replace(/\.(?:mdx?|html)(?=[?#]|$)/i, '')
    const paths = [`/${from.file}`, `${from.path}/`].flatMap((base) => pathFrom(base, route) ?? [])
    const below = target.startsWith('/') ? paths.map((path) => path.replace(/^\/[^/]+/, '') || '/') : []
    for (const path of [...paths, ...below]) {
      const found = routes.get(path)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** The address that a link from the base has; undefined when it is in another site, or none. */
function pathFrom(base: string, target: string): string | undefined {
  const from = `${ORIGIN}${encodeURI(base)}`
  const to = target.replaceAll(' ', '%20')
  if (!URL.canParse(to, from)) return undefined
  const { pathname, origin } = new URL(to, from)
  return origin === ORIGIN ? comparable(decodePath(pathname)) : undefined
}

/** Without numbers for the order, `index`, `_index` and `README`, and without regard to case. */
function comparable(path: string): string {
  const route = path
    .replace(ORDER, '/')
    .replace(/\/(?:_?index|readme)?\/?$/i, '')
    .toLowerCase()
  return route === '' ? '/' : route
}

/** Malformed escapes are taken as written. */
function decodePath(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  )
}

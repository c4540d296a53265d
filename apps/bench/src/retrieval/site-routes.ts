import type { Page } from '@docent/content'
import type { Site } from './site-pages.ts'

/** Numbers that order files and folders: `01-start`, `1.start`. */
const ORDER = /\/\d+[-.](?=[^/\d])/g
const ORIGIN = 'http://site'

/**
 * Finds the page of a site that a link means. Sites differ in how links are written, so the first of these that is a
 * page counts: from the folder of the file, from the page's own address with a slash at its end, and each of both
 * without the first segment, because many sites are served below a prefix that their folders do not have.
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
    for (const base of [`/${from.file}`, `${from.path}/`]) {
      if (!URL.canParse(encodeSpaces(route), `${ORIGIN}${encodeURI(base)}`)) continue
      const { pathname, origin } = new URL(encodeSpaces(route), `${ORIGIN}${encodeURI(base)}`)
      if (origin !== ORIGIN) continue
      const path = comparable(decodePath(pathname))
      const found = routes.get(path) ?? routes.get(path.replace(/^\/[^/]+/, '') || '/')
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** Without numbers for the order, `index`, `_index` and `README`, and without regard to case. */
function comparable(path: string): string {
  const route = path
    .replace(ORDER, '/')
    .replace(/\/(?:_?index|readme)?\/?$/i, '')
    .toLowerCase()
  return route === '' ? '/' : route
}

function encodeSpaces(target: string): string {
  return target.replaceAll(' ', '%20')
}

/** Malformed escapes are taken as written. */
function decodePath(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  )
}

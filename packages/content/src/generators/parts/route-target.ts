import type { NavigationTarget, PageMove } from '../../layout/navigation-reference.ts'
import type { SitePages } from '../../layout/site-pages.ts'
import { folderOf } from '../../paths/folder.ts'
import { indexFileNames } from '../../paths/index-page.ts'
import { addressExtension } from '../../paths/page-extension.ts'
import { splitTarget } from '../../paths/resolve-link.ts'

const OUTSIDE = /^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?|$)/i

/**
 * What an address in a configuration file leads to; undefined for one outside of the site.
 *
 * @param base path that the site puts before the address, such as `/guide/`
 */
export function routeTarget(map: SitePages, written: string, base = ''): NavigationTarget | undefined {
  if (OUTSIDE.test(written)) return undefined
  const { path } = splitTarget(written)
  const target = absolute(base + path)
  const found = map.find('', { target, kind: 'internal' })
  return {
    page: found.kind === 'page' ? found.file : undefined,
    isDead: found.kind === 'missing',
    respell: (move) => respell(written, base, move),
  }
}

/** The address in the style it had: slashes, extension, query, anchor, and what comes before the route. */
function respell(written: string, base: string, move: PageMove): string | undefined {
  const { oldRoute, newRoute } = move
  const { path, suffix } = splitTarget(written)
  const extension = addressExtension(path)
  const end = path.length > 1 && path.endsWith('/') ? '/' : ''
  // The slash of a folder is none of its pages, unless each address of the site has one.
  const isFolders = !move.before.style.isFolder && isIndexFile(move.from) && !isIndexFile(move.to)
  const slash = isFolders ? '' : end
  const plain = path.slice(0, path.length - extension.length - end.length)
  const whole = absolute(base + plain)
  const named = [oldRoute, `${oldRoute}/index`, `${oldRoute}/README`]
    .map((route) => (route === '/' ? '' : route.replace(/^\/\//, '/')))
    .find((route) => whole.toLowerCase().endsWith(route.toLowerCase()))
  if (named === undefined) return undefined
  const prefix = whole.slice(0, whole.length - named.length).replace(/(?<!\/)\/+$/, '')
  const now = prefix + (newRoute === '/' ? '' : newRoute)
  const isRoot = now === ''
  const address = isRoot ? '/' : now + extension + slash
  const start = absolute(base).replace(/(?<!\/)\/+$/, '')
  if (base !== '' && !address.startsWith(`${start}/`) && address !== start) return undefined
  const rest = base === '' ? address : address.slice(base.endsWith('/') ? start.length + 1 : start.length)
  const isRelative = base === '' && !path.startsWith('/')
  return (isRelative ? (isRoot ? 'index' : rest.replace(/^\/+/, '')) : rest) + suffix
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}

function isIndexFile(file: string): boolean {
  return indexFileNames(folderOf(file)).includes(file)
}

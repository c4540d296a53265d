import { below, folderOf, joinPath } from '../paths/folder.ts'
import { addressExtension, withoutAddressExtension } from '../paths/page-extension.ts'
import { normalizePagePath, normalizeSegments } from '../paths/page-path.ts'
import { relativePath } from '../paths/relative-path.ts'
import type { SiteMap } from './site-map.ts'

/** A link from one page to another, when one of them or both have moved. */
export interface MovedLink {
  before: SiteMap
  after: SiteMap
  /** The page with the link, before and after. */
  file: string
  home: string
  /** The page that it leads to, before and after. */
  from: string
  to: string
  /** Its path as it was written, without percent encoding. */
  path: string
}

const INDEX = /(?:^|\/)(?:_?index|readme)$/i

/** Ways to write the path of a link in the style it had, the closest first: which of them leads there is not looked at. */
export function movedLink(link: MovedLink): string[] {
  const { path } = link
  if (path.startsWith('@site/')) return siteAlias(link)
  if (path.startsWith('/')) return absolute(link)
  return readings(link).flatMap((reading) => (reading === 'file' ? byFile(link) : byAddress(link, reading)))
}

/** What the address of a page counts from: itself, as of a folder, or the folder around it. */
export type AddressReading = 'page' | 'folder'

export function addressReadings({ style }: SiteMap): readonly AddressReading[] {
  if (!style.fromAddress) return []
  return style.isFolder ? ['page', 'folder'] : ['folder', 'page']
}

/** The path that a relative address counts from, with a last segment that does not count. */
export function addressHome(route: string, reading: AddressReading): string {
  return reading === 'page' ? joinPath(route.slice(1), '-') : route.slice(1)
}

/** The one that the link was written by comes first. */
function readings(link: MovedLink): ('file' | AddressReading)[] {
  const { before, file, from, path } = link
  const route = before.routeOf(file)
  const addresses = route === undefined ? [] : addressReadings(before)
  const all =
    addressExtension(path) !== '' ? (['file', ...addresses] as const) : ([...addresses, 'file'] as const)
  const leads = (reading: 'file' | AddressReading) => {
    if (reading === 'file') return before.pageNamed(normalizeSegments(`${folderOf(file)}/${path}`)) === from
    const around = folderOf(addressHome(route ?? '/', reading))
    return before.pageOf(file, `/${normalizeSegments(`${around}/${path}`)}`) === from
  }
  const written = all.find(leads)
  return written === undefined ? [...all] : [written, ...all.filter((reading) => reading !== written)]
}

function byFile({ home, file, from, to, path }: MovedLink): string[] {
  const { plain, extension, slash } = parts(path)
  const named = normalizeSegments(`${folderOf(file)}/${path}`)
  const stem = withoutAddressExtension(to)
  if (extension !== '') return [relativePath(home, named === from ? to : stem + extension, path)]
  const namesStem = normalizeSegments(`${folderOf(file)}/${plain}`) === withoutAddressExtension(from)
  // Without its name an index page is meant by its folder.
  const target = INDEX.test(stem) && !(namesStem && INDEX.test(plain)) ? folderOf(stem) : stem
  const written = relativePath(home, target, path)
  return [/(?:^|\/)\.{1,2}\/?$/.test(path) ? written : withSlash(written, slash)]
}

function byAddress({ after, home, to, path }: MovedLink, reading: AddressReading): string[] {
  const [route, target] = [after.routeOf(home), after.routeOf(to)]
  if (route === undefined || target === undefined) return []
  const { extension, slash } = parts(path)
  const written = relativePath(addressHome(route, reading), target.slice(1), path)
  return [withSlash(written + (written.endsWith('/') ? '' : extension), slash)]
}

function absolute({ before, after, file, from, to, path }: MovedLink): string[] {
  const { plain, extension, slash } = parts(path)
  const [old, now] = [before.routeOf(from), after.routeOf(to)]
  const files = before.prefixes.flatMap((prefix) => {
    if (!plain.startsWith(`${prefix}/`)) return []
    return before.fileFolders(file).flatMap((folder) => {
      const named = joinPath(folder, plain.slice(prefix.length + 1))
      const inside = below(folder, to)
      if (inside === undefined || named !== withoutAddressExtension(from)) return []
      if (extension === '') return INDEX.test(named) ? [`${prefix}/${withoutAddressExtension(inside)}`] : []
      return [
        `${prefix}/${named + extension === from ? inside : withoutAddressExtension(inside) + extension}`,
      ]
    })
  })
  if (old === undefined || now === undefined) return files
  const locale = before.languageOf(file)
  const routes = [[old, now] as const]
  if (locale !== undefined) {
    const strip = (route: string) => normalizePagePath(below(`/${locale}`, `${route}/`) ?? route)
    routes.push([strip(old), strip(now)])
  }
  const addresses = routes.flatMap(([was, is]) => {
    const end = was === '/' ? '' : was
    if (!plain.toLowerCase().endsWith(end.toLowerCase())) return []
    const address = plain.slice(0, plain.length - end.length) + (is === '/' ? '' : is)
    return [withSlash(address + (address === '' ? '' : extension), slash || address === '')]
  })
  const prefix = before.prefixes.find((each) => each !== '' && plain.startsWith(`${each}/`)) ?? ''
  return [...files, ...addresses, withSlash(prefix + now, slash)]
}

function siteAlias({ before, to, path }: MovedLink): string[] {
  const inside = below(before.siteFolder, to)
  if (inside === undefined) return []
  return [`@site/${addressExtension(path) !== '' ? inside : withoutAddressExtension(inside)}`]
}

function parts(path: string): { plain: string; extension: string; slash: boolean } {
  const slash = path.endsWith('/') && path !== '/'
  const whole = path.replace(/(?<!\/)\/+$/, '')
  const extension = addressExtension(whole)
  return { plain: whole.slice(0, whole.length - extension.length), extension, slash }
}

function withSlash(path: string, slash: boolean): string {
  return slash && !path.endsWith('/') ? `${path}/` : path
}

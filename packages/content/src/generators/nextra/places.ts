import { below, joinPath } from '../../paths/folder.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import type { NextraSite } from './configuration.ts'

/** Where a page or a list of pages is in the tree of a site. */
export interface NextraPlace {
  language: string | undefined
  /** Names of the folders and of the page in the order of its address, without its language. */
  parts: string[]
}

/** A folder in brackets is none of the address: https://nextjs.org/docs/app/api-reference/file-conventions/route-groups. */
const GROUP = /^\(.*\)$/
/** Routes of Next.js in its folder `pages` that are no pages of the documentation. */
const SPECIAL = /^(?:404|500)$|^api\//

/** Undefined for what is no page. */
export function pagePlace(site: NextraSite, path: string): NextraPlace | undefined {
  const inApp = site.app === undefined ? undefined : below(site.app, path)
  if (inApp !== undefined) {
    const inside = withoutPageExtension(inApp)
    const isPage = /(?:^|\/)page$/.test(inside) && !/(?:^|\/)[_[@]/.test(inside)
    return isPage ? { language: undefined, parts: partsOf(inside.replace(/\/?page$/, '')) } : undefined
  }
  const inContent = site.content === undefined ? undefined : below(site.content, path)
  if (inContent !== undefined) return contentPlace(site, withoutPageExtension(inContent))
  const inPages = site.pages === undefined ? undefined : below(site.pages, path)
  if (inPages === undefined || /(?:^|\/)_/.test(inPages)) return undefined
  const { name, language } = withoutLanguage(site, withoutPageExtension(inPages))
  return SPECIAL.test(name) ? undefined : { language, parts: partsOf(name) }
}

/** The folder that a `_meta` file lists; undefined for one of no folder of pages. */
export function metaPlace(site: NextraSite, path: string): NextraPlace | undefined {
  const inApp = site.app === undefined ? undefined : below(site.app, path)
  if (inApp !== undefined) return { language: undefined, parts: partsOf(inApp).slice(0, -1) }
  const inContent = site.content === undefined ? undefined : below(site.content, path)
  if (inContent !== undefined) {
    const place = contentPlace(site, inContent)
    return { ...place, parts: place.parts.slice(0, -1) }
  }
  const inPages = site.pages === undefined ? undefined : below(site.pages, path)
  if (inPages === undefined) return undefined
  const { name, language } = withoutLanguage(site, inPages.replace(/\.(?:json|[jt]sx?)$/, ''))
  return { language, parts: partsOf(name).slice(0, -1) }
}

/** Route of a place without its language. */
export function routeOf({ parts }: NextraPlace): string {
  return `/${(parts.at(-1) === 'index' ? parts.slice(0, -1) : parts).join('/')}`
}

function contentPlace({ locales, base }: NextraSite, inside: string): NextraPlace {
  const [first = '', ...rest] = inside.split('/')
  const language = rest.length > 0 && locales.includes(first) ? first : undefined
  return { language, parts: joinPath(base, language === undefined ? inside : rest.join('/')).split('/') }
}

/** Before Nextra 4, the language stood before the extension: `index.de.mdx`, `_meta.de.json`. */
function withoutLanguage({ locales }: NextraSite, name: string) {
  const suffix = /\.([\w-]+)$/.exec(name)?.[1]
  if (suffix === undefined || !locales.includes(suffix)) return { name, language: undefined }
  const isDefault = suffix === locales[0]
  return { name: name.slice(0, -1 - suffix.length), language: isDefault ? undefined : suffix }
}

function partsOf(inside: string): string[] {
  return inside.split('/').filter((part) => part !== '' && !GROUP.test(part))
}

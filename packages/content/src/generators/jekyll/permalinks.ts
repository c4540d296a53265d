import { objectOf } from '../../basics/records.ts'
import { momentOf } from '../../formats/page/moment.ts'
import { withoutAddressExtension, withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import { dateToken } from '../parts/date-token.ts'

/** https://jekyllrb.com/docs/permalinks/#built-in-formats */
const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title',
  weekdate: '/:categories/:year/W:week/:short_day/:title',
  none: '/:categories/:title',
}
const TOKEN =
  /:(categories|collection|y_day|i_month|i_day|short_year|year|month|day|title|slug|name|path|output_ext)/g

interface Place {
  collection: string
  /** Below the folder of the collection, without extension. */
  path: string
  date?: string | undefined
  title: string
}

/** The address of a page. @param inside path below the folder of the configuration */
export function jekyllAddress(
  inside: string,
  frontmatter: Readonly<Record<string, unknown>>,
  config: Readonly<Record<string, unknown>>,
  hasIndex: (folder: string) => boolean,
): string {
  const place = placeOf(inside)
  const pattern = patternOf(place, frontmatter, config)
  if (pattern !== undefined)
    return finished(pattern.replace(TOKEN, (_, token) => tokenValue(token, place, frontmatter)))
  const plain = withoutPageExtension(inside)
  const [, folder = '', readme] = /^(.*\/)?(README)$/i.exec(plain) ?? []
  // https://github.com/benbalter/jekyll-readme-index, which GitHub Pages has for all.
  return normalizePagePath(readme !== undefined && !hasIndex(folder) ? `${folder}index` : plain)
}

function placeOf(inside: string): Place {
  const mark = `/${inside}`.indexOf('/_posts/')
  const post = mark < 0 ? undefined : inside.slice(mark + '_posts/'.length)
  const [, collection = '', below = ''] =
    post === undefined ? (/^_([^/]+)\/(.*)$/.exec(inside) ?? []) : ['', 'posts', post]
  const path = withoutPageExtension(below)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const [, date, title = name] = /^(\d{4}-\d{1,2}-\d{1,2})-(.*)$/.exec(name) ?? []
  return { collection, path, date, title }
}

function patternOf(
  { collection }: Place,
  { permalink }: Readonly<Record<string, unknown>>,
  config: Readonly<Record<string, unknown>>,
): string | undefined {
  if (typeof permalink === 'string' && permalink !== '') return permalink
  if (collection === '') return undefined
  const own = objectOf(objectOf(config.collections)[collection]).permalink
  const site = typeof config.permalink === 'string' ? config.permalink : 'date'
  if (collection === 'posts') return typeof own === 'string' ? own : (STYLES[site] ?? site)
  return typeof own === 'string' ? (STYLES[own] ?? own) : '/:collection/:path'
}

function finished(address: string): string {
  return normalizePagePath(withoutAddressExtension(address.replaceAll(/\/{2,}/g, '/')))
}

function tokenValue(
  token: string,
  { collection, path, date, title }: Place,
  frontmatter: Readonly<Record<string, unknown>>,
) {
  const { slug, categories, category } = frontmatter
  switch (token) {
    case 'collection':
      return collection
    case 'path':
      return path
    case 'name':
      return title
    case 'title':
    case 'slug':
      return typeof slug === 'string' ? slug : title
    case 'categories':
      return [categories ?? category]
        .flat()
        .flatMap((each) => (typeof each === 'string' ? each.split(/\s+/) : []))
        .join('/')
        .toLowerCase()
    case 'output_ext':
      return ''
    default:
      return dateToken(token, momentOf(frontmatter.date ?? date))
  }
}

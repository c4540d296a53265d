import { objectOf, textsOf } from '../../basics/records.ts'
import { momentOf } from '../../formats/page/moment.ts'
import { folderOf } from '../../paths/folder.ts'
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
  /:(slugified_categories|categories|collection|output_ext|basename|short_year|short_month|short_day|long_month|long_day|i_month|i_day|y_day|w_year|w_day|month|minute|second|title|year|week|hour|slug|name|path|day)/g

interface Place {
  collection: string
  /** Below the folder of the collection, without extension. */
  path: string
  date?: string | undefined
  /** Of the file, without date and extension. */
  name: string
  /** Folders around posts are their first categories. */
  folders: readonly string[]
}

/** The address of a page. @param inside path below the folder of the configuration */
export function jekyllAddress(
  inside: string,
  frontmatter: Readonly<Record<string, unknown>>,
  config: Readonly<Record<string, unknown>>,
  hasIndex: (folder: string) => boolean,
): string {
  const place = placeOf(inside, config)
  const pattern = patternOf(place, frontmatter, config)
  if (pattern !== undefined)
    return finished(pattern.replace(TOKEN, (_, token) => tokenValue(token, place, frontmatter)))
  const plain = withoutPageExtension(inside)
  const [, folder = '', readme] = /^(.*\/)?(README)$/i.exec(plain) ?? []
  // https://github.com/benbalter/jekyll-readme-index, which GitHub Pages has for all.
  return normalizePagePath(readme !== undefined && !hasIndex(folder) ? `${folder}index` : plain)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Whether a file is a post, by its name. */
export function isPost(inside: string): boolean {
  return /(?:^|\/)_posts\//.test(inside) && /^\d{2,4}-\d{1,2}-\d{1,2}-/.test(nameOf(inside))
}

/** The collection of a page; '' for none. */
export function collectionOf(inside: string, config: Readonly<Record<string, unknown>>): string {
  if (/(?:^|\/)_posts\//.test(inside)) return 'posts'
  const [, name = ''] = /^_([^/]+)\//.exec(inside) ?? []
  return Object.hasOwn(objectOf(config.collections), name) ? name : ''
}

function placeOf(inside: string, config: Readonly<Record<string, unknown>>): Place {
  const collection = collectionOf(inside, config)
  const mark = collection === 'posts' ? `/${inside}`.indexOf('/_posts/') : -1
  const below = mark < 0 ? inside.slice(inside.indexOf('/') + 1) : inside.slice(mark + '_posts/'.length)
  const path = withoutPageExtension(collection === '' ? inside : below)
  const last = nameOf(path)
  const [, date, name = last] =
    (collection === '' ? null : /^(\d{2,4}-\d{1,2}-\d{1,2})-(.*)$/.exec(last)) ?? []
  return { collection, path, date, name, folders: mark > 0 ? inside.slice(0, mark - 1).split('/') : [] }
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

function tokenValue(token: string, place: Place, frontmatter: Readonly<Record<string, unknown>>) {
  const { collection, path, date, name } = place
  const slug = typeof frontmatter.slug === 'string' ? frontmatter.slug : name
  switch (token) {
    case 'collection':
      return collection
    case 'path':
      return collection === '' ? folderOf(path) : path
    case 'basename':
      return nameOf(path)
    case 'name':
      return slugified(name).toLowerCase()
    case 'slug':
      return slugified(slug).toLowerCase()
    case 'title':
      return slugified(slug, "._~!$&'()+,;=@")
    case 'categories':
      return [...new Set(categoriesOf(place, frontmatter).map((each) => each.toLowerCase()))].join('/')
    case 'slugified_categories':
      return [...new Set(categoriesOf(place, frontmatter).map((each) => slugified(each).toLowerCase()))].join(
        '/',
      )
    case 'output_ext':
      return ''
    default:
      return dateToken(token, momentOf(frontmatter.date ?? date))
  }
}

function categoriesOf({ folders }: Place, frontmatter: Readonly<Record<string, unknown>>): string[] {
  const { categories, category } = frontmatter
  const written = typeof categories === 'string' ? categories.split(/\s+/) : textsOf(categories)
  return [...folders, ...textsOf(category), ...written].filter((each) => each !== '')
}

/** https://jekyllrb.com/docs/liquid/filters/#slugify: all but letters and numbers becomes dashes. */
function slugified(text: string, kept = ''): string {
  const parts = [...text].map((letter) =>
    /[\p{L}\p{M}\p{Nd}]/u.test(letter) || kept.includes(letter) ? letter : ' ',
  )
  return parts.join('').trim().replace(/ +/g, '-')
}

import { momentOf } from '../../formats/page/moment.ts'
import { isSet, said } from '../../formats/page/said.ts'
import type { PagePresence, PageState } from '../../layout/page-state.ts'

/** What the configuration says of pages that have a time: https://gohugo.io/configuration/all/#buildfuture. */
export interface HugoTimes {
  buildsFuture: boolean
  buildsExpired: boolean
}

/** https://gohugo.io/configuration/front-matter/#dates: the first that is there counts. */
const PUBLISHED = ['publishDate', 'pubdate', 'published', 'date']
const EXPIRED = ['expiryDate', 'unpublishdate']
/** Words of themes that keep a page out of their search: Docsy, Hextra, Book, PaperMod. */
const OUT_OF_SEARCH = [
  'exclude_search',
  'excludeSearch',
  'bookSearchExclude',
  'searchHidden',
  'searchExclude',
]

/** Where Hugo builds and lists a page: https://gohugo.io/content-management/build-options. */
export function hugoPresence(
  frontmatter: Readonly<Record<string, unknown>>,
  { buildsFuture, buildsExpired }: HugoTimes,
): PagePresence | undefined {
  const from = buildsFuture ? undefined : timeOf(frontmatter, PUBLISHED)
  const until = buildsExpired ? undefined : timeOf(frontmatter, EXPIRED)
  const unreadable = [from, until].find((each) => each?.time === 'unreadable')?.name
  const state = unreadable === undefined ? stateOf(frontmatter) : 'absent'
  return {
    state,
    ...(typeof from?.time === 'number' && { from: from.time }),
    ...(typeof until?.time === 'number' && { until: until.time }),
    ...(unreadable !== undefined && { unreadable }),
  }
}

function stateOf(frontmatter: Readonly<Record<string, unknown>>): PageState {
  const build = objectOf(said(frontmatter, 'build') ?? said(frontmatter, '_build'))
  const params = objectOf(said(frontmatter, 'params'))
  if (isSet(said(frontmatter, 'headless'))) return 'absent'
  if (isKeptOut(said(build, 'render'), ['never', 'link'])) return 'absent'
  if (isKeptOut(said(build, 'list'), ['never', 'local'])) return 'unlisted'
  const isOut = OUT_OF_SEARCH.some((word) => isSet(said(frontmatter, word)) || isSet(said(params, word)))
  return isOut ? 'unlisted' : 'listed'
}

function isKeptOut(value: unknown, words: readonly string[]): boolean {
  return value === false || (typeof value === 'string' && words.includes(value.trim().toLowerCase()))
}

function timeOf(frontmatter: Readonly<Record<string, unknown>>, names: readonly string[]) {
  for (const name of names) {
    const time = momentOf(said(frontmatter, name))
    if (time !== undefined) return { name, time }
  }
  return undefined
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

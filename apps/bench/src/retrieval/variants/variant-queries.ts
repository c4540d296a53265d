import { createHash } from 'node:crypto'
import { globalPath } from '../link-queries.ts'
import type { Site, SitePage } from '../site-pages.ts'

/** A question that several pages answer alike, each for a dialect, framework or version. */
export interface VariantQuery {
  /** Names no variant. */
  text: string
  /** Names it. */
  named: string
  /** Such as `vue`: what the path of the right page has and those of the others have not. */
  variant: string
  path: string
  /** Another page of the same variant. */
  currentPath: string
}

/** Pages of one title share at least this part of the words of the shorter. */
const SAME_TEXT = 0.5
const LEAST_WORDS = 30

/**
 * Titles of pages that a site has several times: their paths differ in one folder, and their texts share most words. The right page is that of the variant that is named.
 */
export function variantQueries(site: Site): VariantQuery[] {
  const groups = new Map<string, { page: SitePage; variant: string }[]>()
  for (const page of site.pages) {
    const segments = globalPath(site, page.page.path).split('/').slice(1)
    for (const [at, variant] of segments.slice(0, -1).entries()) {
      const key = segments.with(at, '*').join('/')
      const group = groups.get(key) ?? []
      groups.set(key, group)
      group.push({ page, variant })
    }
  }
  const paths = site.pages.map(({ page }) => globalPath(site, page.path))
  const queries = [...groups.values()].flatMap((group) => {
    const [first] = group
    const same = group.filter(({ page }) => first && (page === first.page || isAlike(page, first.page)))
    if (same.length < 2) return []
    return same.flatMap(({ page, variant }) =>
      variantQuery(globalPath(site, page.page.path), page, variant, paths),
    )
  })
  return queries
    .map((query) => ({ query, order: createHash('sha256').update(query.path).digest('hex') }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ query }) => query)
}

/** None when the variant has no other page that could be the one that is open. */
function variantQuery(
  path: string,
  { page: { title } }: SitePage,
  variant: string,
  paths: readonly string[],
): VariantQuery[] {
  const folder = `/${variant}/`
  const start = path.slice(0, path.indexOf(folder) + folder.length)
  const others = paths.filter((each) => each.startsWith(start) && each !== path)
  const order = createHash('sha256').update(path).digest()
  const currentPath = others[order.readUInt16LE(0) % Math.max(1, others.length)]
  return currentPath === undefined
    ? []
    : [{ text: title, named: `${title} ${variant}`, variant, path, currentPath }]
}

function isAlike(one: SitePage, other: SitePage): boolean {
  if (one.page.title !== other.page.title) return false
  const [first, second] = [wordsOf(one), wordsOf(other)]
  const smaller = Math.min(first.size, second.size)
  return smaller >= LEAST_WORDS && [...first].filter((word) => second.has(word)).length / smaller >= SAME_TEXT
}

function wordsOf({ page }: SitePage): Set<string> {
  return new Set(page.content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

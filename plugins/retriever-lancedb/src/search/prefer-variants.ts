import type { Analyzer } from '../words/analyzer.ts'
import type { CachedRow } from './row-cache.ts'

interface Ranked {
  row: Pick<CachedRow, 'terms' | 'passage'>
  pagePath: string
  score: number
}

/** What may name a variant, each as terms, the question first: the first that names one of a group decides. */
export type VariantNames = readonly ReadonlySet<string>[]

interface VariantPage<Item> {
  path: string
  best: Item
  /** Terms of its folders, by which a question names it. */
  folders: ReadonlySet<string>
  /** These and those of its name, title and version: the words of a question that are there have been counted already. */
  described(): ReadonlySet<string>
}

/** Pages further down are not worth the comparison. */
const MOST_PAGES = 30
/** Share of the shorter passage's words that are in the other: pages of one text, each for a dialect, have most. */
const SAME_TEXT = 0.5
/** What is left of the score of a variant that is not meant. */
const OTHER_VARIANT = 0.9
/** The page of a folder is that of its path. */
const INDEX = /\/_?index$/
/** A shorter beginning says nothing: `postgres` names "PostgreSQL", `my` not MySQL. */
const SHORTEST_BEGINNING = 4

/**
 * Sites have one page several times, for each dialect, framework or version. Such pages differ in one folder or name of
 * their path, have one title or say nearly the same; those that something names (the question, the page being viewed, the thread, the
 * project) come before the others, which keep their order.
 */
export function preferVariants<Item extends Ranked>(
  ranked: readonly Item[],
  names: VariantNames,
  analyzer: Analyzer,
): Item[] {
  const pages = new Map<string, Item>()
  for (const item of ranked) {
    const known = pages.get(item.pagePath)
    if (known === undefined || known.score < item.score) pages.set(item.pagePath, item)
  }
  const best = [...pages.values()].sort((one, other) => other.score - one.score).slice(0, MOST_PAGES)
  if (!mayName(best, names, analyzer)) return [...ranked]
  const factors = new Map<string, number>()
  const pageOf = remembered((item: Item) => variantPage(item, analyzer))
  for (const neighbours of sharingPaths(best)) {
    // Names first: they are cheap to read, and most questions name nothing.
    if (!decides(meantOf(neighbours.map(pageOf), names), neighbours.length)) continue
    const [first] = neighbours
    const group = neighbours
      .filter((item) => first !== undefined && (item === first || saysTheSame(item, first)))
      .map(pageOf)
    const meant = meantOf(group, names)
    if (!decides(meant, group.length)) continue
    const top = Math.max(...group.map((page) => page.best.score))
    const own = Math.max(...[...meant].map((page) => page.best.score))
    // What matches no word has no place to give or to take.
    if (own === 0) continue
    for (const page of group) {
      // The best of those that are meant takes the best place of all.
      const factor = meant.has(page) ? top / own : OTHER_VARIANT
      factors.set(page.path, Math.max(factor, factors.get(page.path) ?? 0))
    }
  }
  if (factors.size === 0) return [...ranked]
  return ranked.map((item) => ({ ...item, score: item.score * (factors.get(item.pagePath) ?? 1) }))
}

/** False for most questions alone: none of the pages stands in a folder that they name. */
function mayName(best: readonly Ranked[], [asked, ...others]: VariantNames, analyzer: Analyzer): boolean {
  if (others.some(({ size }) => size > 0)) return true
  if (asked === undefined) return false
  const folders = new Set(best.flatMap(({ pagePath }) => pagePath.split('/').slice(1, -1)))
  return [...folders].some((folder) =>
    analyzer
      .terms(folder)
      .slice(-1)
      .some((term) => isNamed(term, asked)),
  )
}

/** Pages whose paths are the same but for one segment. */
function sharingPaths<Item extends Ranked>(best: readonly Item[]): Item[][] {
  const groups = new Map<string, Item[]>()
  const add = (key: string, item: Item) => {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  for (const item of best) {
    const segments = item.pagePath.replace(INDEX, '').split('/').slice(1)
    // Pages side by side at the top are no variants of each other.
    if (segments.length < 2) continue
    for (const at of segments.keys()) {
      // What lies below a page is none of its variants.
      const isLast = at === segments.length - 1
      add(`${at}:${isLast ? segments.with(at, '*').join('/') : segments.toSpliced(at, 1).join('/')}`, item)
      // Some sites have a page of no variant beside them, one folder up.
      add(`${at}:${segments.join('/')}`, item)
    }
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

function decides(meant: ReadonlySet<unknown>, all: number): boolean {
  return meant.size > 0 && meant.size < all
}

function remembered<Item extends Ranked, Result>(make: (item: Item) => Result): (item: Item) => Result {
  const known = new Map<Item, Result>()
  return (item) => {
    const result = known.get(item) ?? make(item)
    known.set(item, result)
    return result
  }
}

function variantPage<Item extends Ranked>(item: Item, analyzer: Analyzer): VariantPage<Item> {
  const segments = item.pagePath.split('/')
  let described: ReadonlySet<string> | undefined
  return {
    path: item.pagePath,
    best: item,
    // A name of several words by all of them in one: `helm-controller` is not meant by every question about helm.
    folders: new Set(segments.slice(0, -1).flatMap((segment) => analyzer.terms(segment).slice(-1))),
    described() {
      described ??= new Set(
        analyzer.terms(
          [...segments, textOf(item, 'version'), textOf(item, 'title')].join('\n'),
          textOf(item, 'language') || undefined,
        ),
      )
      return described
    },
  }
}

/** Of a passage as it is stored: reading all of it takes longer than the rest together. */
function textOf({ row }: Ranked, name: string): string {
  const [, text = ''] = new RegExp(`[{,]"${name}":("(?:[^"\\\\]|\\\\.)*")`).exec(row.passage) ?? []
  return text === '' ? '' : JSON.parse(text)
}

/** The pages of a group that the first source names which names any: by a term that not all of them have. */
function meantOf<Item>(group: readonly VariantPage<Item>[], names: VariantNames): Set<VariantPage<Item>> {
  for (const [place, source] of names.entries()) {
    if (source.size === 0) continue
    const termsOf = (page: VariantPage<Item>) => (place === 0 ? page.folders : page.described())
    const meant = group.filter((page) =>
      [...termsOf(page)].some(
        (term) => isNamed(term, source) && group.some((other) => !termsOf(other).has(term)),
      ),
    )
    if (meant.length > 0) return new Set(meant)
  }
  return new Set()
}

function isNamed(term: string, source: ReadonlySet<string>): boolean {
  if (source.has(term)) return true
  for (const word of source)
    if (word.length >= SHORTEST_BEGINNING && term.length > word.length && term.startsWith(word)) return true
  return false
}

function saysTheSame({ row: one }: Ranked, { row: other }: Ranked): boolean {
  const [title, otherTitle] = [one.terms.title, other.terms.title]
  if (title.length === otherTitle.length && title.every((term, at) => term === otherTitle[at])) return true
  const [first, second] = [new Set(one.terms.body), new Set(other.terms.body)]
  const smaller = Math.min(first.size, second.size)
  let shared = 0
  for (const term of first) if (second.has(term)) shared++
  return smaller > 0 && shared / smaller >= SAME_TEXT
}

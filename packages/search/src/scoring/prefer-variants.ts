import type { IndexedPassage } from '../index/search-index.ts'
import type { Analyzer } from '../words/analyzer.ts'

interface Ranked {
  row: Pick<IndexedPassage, 'terms' | 'variant'>
  pagePath: string
  score: number
}

/** What may name a variant, each as terms, the question first: the first that names one of a group decides. */
export type VariantNames = readonly ReadonlySet<string>[]

interface VariantPage<Item> {
  path: string
  best: Item
  /** For each source of names, what of the page it names: folders by the question; name, title and version also by the others. */
  named: readonly (readonly string[])[]
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
  const pathOf = (item: Item) => pathTerms(item, analyzer)
  const sources = names.map((source) => (source.size === 0 ? undefined : namedBy(source)))
  if (!mayName(best.map(pathOf), sources)) return [...ranked]
  const factors = new Map<string, number>()
  const pageOf = remembered((item: Item) => variantPage(item, sources, analyzer))
  const wordsOf = remembered((item: Item) => new Set(item.row.terms.body))
  for (const neighbours of sharingPaths(best, pathOf)) {
    // Names first: they are cheap to read, and most questions name nothing.
    if (!decides(meantOf(neighbours.map(pageOf)), neighbours.length)) continue
    const group = sayingTheSame(neighbours, wordsOf).map(pageOf)
    const meant = meantOf(group)
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

/** What the path of a page says, kept with its row: rows stay in memory, and most searches need no more than this. */
interface PathTerms {
  segments: readonly string[]
  /** A name of several words by all of them in one: `helm-controller` is not meant by every question about helm. */
  folders: readonly string[]
  /** One for each segment in which another page may differ, as text. */
  keys: readonly string[]
  /**
   * Terms of folders, name, title and version, once they were asked for. No question names a variant by the last three:
   * its words have been counted there already.
   */
  described?: readonly string[]
}

const pathsOfRows = new WeakMap<Ranked['row'], PathTerms>()

function pathTerms({ row, pagePath }: Ranked, analyzer: Analyzer): PathTerms {
  const known = pathsOfRows.get(row)
  if (known !== undefined) return known
  const segments = pagePath.split('/')
  const folders = segments.slice(0, -1).flatMap((segment) => analyzer.terms(segment).slice(-1))
  const path: PathTerms = { segments, folders: [...new Set(folders)], keys: [...keysOf(pagePath)] }
  pathsOfRows.set(row, path)
  return path
}

function* keysOf(pagePath: string): Generator<string> {
  const segments = pagePath.replace(INDEX, '').split('/').slice(1)
  // Pages side by side at the top are no variants of each other.
  if (segments.length < 2) return
  for (const at of segments.keys()) {
    // What lies below a page is none of its variants.
    const isLast = at === segments.length - 1
    yield `${at}:${isLast ? segments.with(at, '*').join('/') : segments.toSpliced(at, 1).join('/')}`
    // Some sites have a page of no variant beside them, one folder up.
    yield `${at}:${segments.join('/')}`
  }
}

/** False for most questions alone: none of the pages stands in a folder that they name. */
function mayName(paths: readonly PathTerms[], [asked, ...others]: readonly (IsNamed | undefined)[]): boolean {
  if (others.some((other) => other !== undefined)) return true
  return asked !== undefined && paths.some(({ folders }) => folders.some(asked))
}

/** Pages whose paths are the same but for one segment. */
function sharingPaths<Item>(best: readonly Item[], pathOf: (item: Item) => PathTerms): Item[][] {
  // Most keys are of one page alone, for which no list is made.
  const firsts = new Map<string, Item>()
  const groups = new Map<string, Item[]>()
  for (const item of best) {
    for (const key of pathOf(item).keys) {
      const first = firsts.get(key)
      if (first === undefined) {
        firsts.set(key, item)
        continue
      }
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [first, item])
      else group.push(item)
    }
  }
  return [...groups.values()]
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

function variantPage<Item extends Ranked>(
  item: Item,
  sources: readonly (IsNamed | undefined)[],
  analyzer: Analyzer,
): VariantPage<Item> {
  const path = pathTerms(item, analyzer)
  const named = sources.map((isNamed, place) => {
    if (isNamed === undefined) return []
    return (place === 0 ? path.folders : describedBy(item, path, analyzer)).filter(isNamed)
  })
  return { path: item.pagePath, best: item, named }
}

function describedBy(item: Ranked, path: PathTerms, analyzer: Analyzer): readonly string[] {
  if (path.described !== undefined) return path.described
  const { title, version, language } = item.row.variant
  const texts = [...path.segments, version, title]
  path.described = [...new Set(analyzer.terms(texts.join('\n'), language || undefined))]
  return path.described
}

/** The pages of a group that the first source names which names any: by a term that not all of them have. */
function meantOf<Item>(group: readonly VariantPage<Item>[]): Set<VariantPage<Item>> {
  const [first] = group
  for (const place of first?.named.keys() ?? []) {
    const counts = new Map<string, number>()
    for (const { named } of group)
      for (const term of named[place] ?? []) counts.set(term, (counts.get(term) ?? 0) + 1)
    if (counts.size === 0) continue
    const meant = group.filter(({ named }) =>
      named[place]?.some((term) => (counts.get(term) ?? 0) < group.length),
    )
    if (meant.length > 0) return new Set(meant)
  }
  return new Set()
}

type IsNamed = (term: string) => boolean

/** Remembers what it was asked: pages side by side have most of their folders in common. */
function namedBy(source: ReadonlySet<string>): IsNamed {
  const beginnings = [...source].filter(({ length }) => length >= SHORTEST_BEGINNING)
  const known = new Map<string, boolean>()
  return (term) => {
    const before = known.get(term)
    if (before !== undefined) return before
    const found =
      source.has(term) || beginnings.some((word) => term.length > word.length && term.startsWith(word))
    known.set(term, found)
    return found
  }
}

/** The first of them, and those that have its title or most of its words. */
function sayingTheSame<Item extends Ranked>(
  [first, ...others]: readonly Item[],
  wordsOf: (item: Item) => ReadonlySet<number>,
): Item[] {
  if (first === undefined) return []
  const { title } = first.row.terms
  const isSame = (item: Item) => {
    const { terms } = item.row
    if (terms.title.length === title.length && terms.title.every((term, at) => term === title[at]))
      return true
    const [words, own] = [wordsOf(first), wordsOf(item)]
    const [fewer, more] = own.size < words.size ? [own, words] : [words, own]
    let missing = 0
    for (const term of fewer) if (!more.has(term) && ++missing > (1 - SAME_TEXT) * fewer.size) return false
    return fewer.size > 0
  }
  return [first, ...others.filter(isSame)]
}

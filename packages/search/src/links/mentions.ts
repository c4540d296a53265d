import { Turns } from '../turns.ts'

/** A name as pages are called after one: `itertools.chain()`, `--frozen-lockfile`, `tsconfig.json`, `@scope/package`. */
const NAME = /^[\w$@.:/#~-]{2,120}$/
const LETTER = /[A-Za-z]/

/** The name that a page is about when its title is nothing else, as `addPageNames` has it; '' when it is not. */
export function titleName(title: string): string {
  const name = title
    .trim()
    .replace(/^`+|(?<!`)`+$/g, '')
    .replace(/\([^()]*\)$/, '')
    .replace(/^\$/, '')
  return NAME.test(name) && LETTER.test(name) ? name : ''
}

/** A page, as what others write of it is counted. */
export interface NamedPage {
  readonly path: string
  /** See `titleName`. */
  readonly titleName: string
}

/** The names that a page writes (see `addPageNames` of @docent/content). */
export interface PageNames {
  readonly path: string
  readonly names: Iterable<string>
}

/** How steeply mentions lose weight with the share of entries: at half of the pages, they hardly count. */
const SHARE_EXPONENT = 4
/** A name that more of all pages write is that of the product, or a word of every example. */
const MOST_PAGES = 0.1

/**
 * What other pages' writing of the name that is a page's title says for the page, by its path, from 0. References have
 * an entry for each of thousands of names, and few links: the entries that others write about are what is looked for.
 * It counts by the share of pages that are such entries, and little unless nearly all are: a guide is not better for
 * being called as a command or as a common word.
 *
 * @param names of the pages that are open to everyone: what the others name must not change what outsiders find
 */
export async function countMentions(
  pages: readonly NamedPage[],
  names: AsyncIterable<PageNames>,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const turns = new Turns(signal)
  const named = new Map<string, string[]>()
  let entries = 0
  for (const { path, titleName } of pages) {
    if (titleName === '') continue
    entries++
    named.set(titleName, [...(named.get(titleName) ?? []), path])
  }
  if (entries === 0) return new Map()
  const counts = new Map<string, number>()
  for await (const { path, names: its } of names) {
    if (turns.isOver) await turns.next()
    for (const name of its)
      for (const about of named.get(name) ?? [])
        if (about !== path) counts.set(about, (counts.get(about) ?? 0) + 1)
  }
  const total = pages.length
  const share = (entries / total) ** SHARE_EXPONENT
  return new Map(
    [...counts].flatMap(([path, count]) =>
      count > MOST_PAGES * total ? [] : [[path, Number((share * Math.log1p(count)).toFixed(3))] as const],
    ),
  )
}

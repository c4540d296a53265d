import type { Table } from '@lancedb/lancedb'

/** A name as pages are called after one: `itertools.chain()`, `--frozen-lockfile`, `tsconfig.json`, `@scope/package`. */
const NAME = /^[\w$@.:/#~-]{2,120}$/
const LETTER = /[A-Za-z]/

/** The name that a page is about when its title is nothing else, as `addPageNames` has it; '' when it is not. */
export function titleName(title: string): string {
  const name = title
    .trim()
    .replace(/^`+|`+$/g, '')
    .replace(/\([^()]*\)$/, '')
    .replace(/^\$/, '')
  return NAME.test(name) && LETTER.test(name) ? name : ''
}

/** A name that more of all pages write is that of the product, or a word of every example. */
const MOST_PAGES = 0.1

/**
 * What other pages' writing of the name that is a page's title says for the page, by its path, from 0. References have
 * an entry for each of thousands of names, and few links: the entries that others write about are what is looked for.
 * It counts by the share of pages that are such entries, because a guide is not better for being called as a command.
 * Pages that are limited to groups do not count: what they name must not change what outsiders find.
 */
export async function countMentions(pages: Table, signal?: AbortSignal): Promise<Map<string, number>> {
  const named = new Map<string, string[]>()
  let entries = 0
  for await (const batch of pages.query().where("title_name <> ''").select(['path', 'title_name'])) {
    signal?.throwIfAborted()
    const [paths, names] = [batch.getChild('path'), batch.getChild('title_name')]
    entries += batch.numRows
    for (let row = 0; row < batch.numRows; row++) {
      const name: string = names?.get(row)
      named.set(name, [...(named.get(name) ?? []), paths?.get(row)])
    }
  }
  if (entries === 0) return new Map()
  const counts = new Map<string, number>()
  let total = 0
  for await (const batch of pages.query().select(['path', 'names', 'groups'])) {
    signal?.throwIfAborted()
    const [paths, names, groups] = ['path', 'names', 'groups'].map((name) => batch.getChild(name))
    total += batch.numRows
    for (let row = 0; row < batch.numRows; row++) {
      const limited: ArrayLike<string> = groups?.get(row)
      if (limited.length > 0) continue
      const path: string = paths?.get(row)
      const stored: string = names?.get(row)
      for (const name of stored.split('\n'))
        for (const about of named.get(name) ?? [])
          if (about !== path) counts.set(about, (counts.get(about) ?? 0) + 1)
    }
  }
  const share = entries / total
  return new Map(
    [...counts].flatMap(([path, count]) =>
      count > MOST_PAGES * total ? [] : [[path, Number((share * Math.log1p(count)).toFixed(3))] as const],
    ),
  )
}

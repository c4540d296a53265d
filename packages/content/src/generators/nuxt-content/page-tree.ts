import { isObject } from '../../basics/records.ts'
import { isNo, said } from '../../formats/page/said.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import type { ArrangedPage } from '../../layout/site-layout.ts'
import { folderOf } from '../../paths/folder.ts'
import { refined } from './page-address.ts'

export const TREE_KEYS = ['navigation', 'navigation.title'] as const

/** What `.navigation.yml` files say, by their folders below the content. */
export type Folders = ReadonlyMap<string, Readonly<Record<string, unknown>>>

const COLLATOR = new Intl.Collator('en', { numeric: true })

/**
 * Pages in the order of their paths, numbers by their value, and the page of a folder before the others in it.
 *
 * @param pages by their paths below the content, without extension
 * @see https://content.nuxt.com/docs/utils/query-collection-navigation
 */
export function treeEntries(pages: ReadonlyMap<string, ArrangedPage>, folders: Folders): NavigationEntry[] {
  const titles = new Map<string, string>()
  for (const [inside, page] of pages) if (isIndex(inside)) titles.set(folderOf(inside), labelOf(page) ?? '')
  const label = (folder: string) => {
    const own = folders.get(folder)?.title
    if (typeof own === 'string' && own !== '') return own
    return titles.get(folder) || titleOf(refined(folder.slice(folder.lastIndexOf('/') + 1)))
  }
  return [...pages]
    .filter(([inside, { frontmatter }]) => {
      const hidden = foldersAround(inside).some((folder) => isNo(folders.get(folder)?.navigation))
      return !hidden && !isNo(said(frontmatter, 'navigation'))
    })
    .sort(([one], [other]) => compare(one, other))
    .map(([inside, page]) => {
      const title = labelOf(page)
      return {
        path: page.path,
        breadcrumb: foldersAround(inside).map(label),
        ...(title === undefined ? {} : { title }),
        line: 1,
        column: 1,
      }
    })
}

function labelOf({ title, frontmatter }: ArrangedPage): string | undefined {
  const navigation = frontmatter.navigation
  const own = frontmatter['navigation.title'] ?? (isObject(navigation) ? navigation.title : undefined)
  return typeof own === 'string' ? own : title
}

function isIndex(inside: string): boolean {
  return refined(inside.slice(inside.lastIndexOf('/') + 1)) === ''
}

/** Outermost first. */
function foldersAround(inside: string): string[] {
  const parts = inside.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

function compare(one: string, other: string): number {
  const [ones, others] = [one.split('/'), other.split('/')]
  const at = ones.findIndex((part, index) => part !== others[index])
  const [mine = '', theirs = ''] = [ones[at], others[at]]
  const isLast = (parts: readonly string[]) => at === parts.length - 1
  const first = (part: string, parts: readonly string[]) => isLast(parts) && refined(part) === ''
  return Number(first(theirs, others)) - Number(first(mine, ones)) || COLLATOR.compare(mine, theirs)
}

/** `error-handling` as `Error Handling`. */
function titleOf(name: string): string {
  return name
    .split(/[\s-]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
}

import { defined } from '../../basics/defined.ts'
import { isObject } from '../../basics/records.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile } from '../../paths/page-path.ts'

/** A page by its path below the folder of the pages, or a section with more of them. */
export type Listed =
  | { title?: string; file: string }
  /** `folder` of a section that the site makes of one. */
  | { title: string; items: Listed[]; folder?: string }

const DEEPEST = 20

/** https://www.mkdocs.org/user-guide/configuration/#nav. */
export function writtenList(nav: unknown, depth = 0): Listed[] {
  if (!Array.isArray(nav) || depth > DEEPEST) return []
  return nav.flatMap((item): Listed[] => {
    if (typeof item === 'string') return [{ file: item }]
    if (!isObject(item)) return []
    return Object.entries(item).map(([title, value]) =>
      typeof value === 'string' ? { title, file: value } : { title, items: writtenList(value, depth + 1) },
    )
  })
}

/** What MkDocs lists without a `nav`: the files of a folder before the folders in it, its index first. */
export function folderList(files: readonly string[]): Listed[] {
  const root: Listed[] = []
  const sections = new Map<string, Listed[]>([['', root]])
  const itemsOf = (folder: string): Listed[] => {
    const known = sections.get(folder)
    if (known !== undefined) return known
    const items: Listed[] = []
    sections.set(folder, items)
    const at = folder.lastIndexOf('/')
    itemsOf(folder.slice(0, Math.max(at, 0))).push({
      title: titleOfFolder(folder.slice(at + 1)),
      items,
      folder,
    })
    return items
  }
  for (const file of files) itemsOf(file.slice(0, Math.max(file.lastIndexOf('/'), 0))).push({ file })
  for (const items of sections.values()) items.sort((one, other) => compared(orderOf(one), orderOf(other)))
  return root
}

function orderOf(item: Listed): string {
  if ('items' in item) return `2${item.folder}`
  return isIndex(item.file) ? '0' : `1${item.file}`
}

export function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function titleOfFolder(name: string): string {
  const title = name.replaceAll(/[-_]/g, ' ')
  return title === title.toLowerCase() ? title.slice(0, 1).toUpperCase() + title.slice(1) : title
}

export function isIndex(file: string): boolean {
  return /(?:^|\/)(?:index|README)$/.test(withoutPageExtension(file))
}

export interface ListedRules {
  routeOf(file: string): string
  /** What a page is called where the list says nothing; undefined where that isn't known. */
  titleOf?(file: string): string | undefined
  /** Whether a page of a section stands for the section. */
  isSectionPage(item: { title?: string; file: string }, at: number): boolean
}

/** The pages of a list in their order. What leads out of the site is left out. */
export function listedEntries(items: readonly Listed[], rules: ListedRules): NavigationEntry[] {
  const entries: NavigationEntry[] = []
  const add = (file: string, breadcrumb: string[], title?: string) => {
    if (isDocumentationFile(file))
      entries.push({ path: rules.routeOf(file), breadcrumb, ...defined({ title }), line: 1, column: 1 })
  }
  const walk = (list: readonly Listed[], breadcrumb: string[], depth: number) => {
    for (const item of list)
      if ('file' in item) add(item.file, breadcrumb, item.title)
      else if (depth < DEEPEST) {
        const page = item.items.find((each, at) => 'file' in each && rules.isSectionPage(each, at))
        const file = page !== undefined && 'file' in page ? page.file : undefined
        // Without a title of its own, a section has that of its page.
        const title = item.title || (file === undefined ? undefined : rules.titleOf?.(file))
        if (file !== undefined) add(file, breadcrumb, title)
        const below = title === undefined ? breadcrumb : [...breadcrumb, title]
        walk(
          item.items.filter((each) => each !== page),
          below,
          depth + 1,
        )
      }
  }
  walk(items, [], 0)
  return entries
}

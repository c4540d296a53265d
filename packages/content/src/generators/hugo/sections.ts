import { momentOf } from '../../formats/page/moment.ts'
import { isSet, said } from '../../formats/page/said.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import type { ArrangedPage } from '../../layout/site-layout.ts'
import { folderOf } from '../../paths/folder.ts'

/** What pages say of their place among others. */
export const SECTION_KEYS = [
  'title',
  'linkTitle',
  'weight',
  'date',
  'toc_hide',
  'bookHidden',
  'hidden',
  'sidebar',
] as const

/** A page below the folder of its content, without extension and language. */
export interface PlacedPage {
  inside: string
  language: string | undefined
  page: ArrangedPage
}

interface Item {
  path?: string
  label: string
  weight: number
  date: number
  isHidden: boolean
  name: string
  items: Item[]
}

/**
 * Sections with their pages by weight, then the newest first, then by title, as themes for documentation show them. The
 * first folders are sections, and those below with an `_index` page. @see https://gohugo.io/methods/pages/byweight
 */
export function arrangeSections(pages: readonly PlacedPage[]): NavigationEntry[] {
  const entries: NavigationEntry[] = []
  for (const language of new Set(pages.map((page) => page.language))) {
    const own = pages.filter((page) => page.language === language)
    addEntries(treeOf(own).items, [], entries)
  }
  return entries
}

function treeOf(pages: readonly PlacedPage[]): Item {
  const sections = new Map<string, Item>([['', folderItem('')]])
  for (const { inside, page } of pages)
    if (isSection(inside)) sections.set(folderOf(inside), itemOf(page, folderOf(inside)))
  for (const { inside } of pages) {
    const [first = '', ...rest] = inside.split('/')
    if (rest.length > 0 && !sections.has(first)) sections.set(first, folderItem(first))
  }
  const above = (folder: string): Item => {
    for (let at = folder; at !== ''; at = folderOf(at)) {
      const section = sections.get(at)
      if (section !== undefined) return section
    }
    return sections.get('') ?? folderItem('')
  }
  for (const [folder, item] of sections) if (folder !== '') above(folderOf(folder)).items.push(item)
  for (const { inside, page } of pages) {
    if (isSection(inside)) continue
    // A bundle is a page of the section around its folder.
    const name = inside.replace(/\/index$/, '')
    above(folderOf(name)).items.push(itemOf(page, name))
  }
  const home = sections.get('')
  const root = folderItem('')
  return { ...root, items: [...(home?.path === undefined ? [] : [{ ...home, items: [] }]), ...sorted(home)] }
}

function isSection(inside: string): boolean {
  return inside === 'index' || /(?:^|\/)_index$/.test(inside)
}

function itemOf({ path, title, frontmatter }: ArrangedPage, name: string): Item {
  const label = [frontmatter.linkTitle, frontmatter.title, title].find((each) => typeof each === 'string')
  const moment = momentOf(frontmatter.date)
  const { sidebar } = frontmatter
  const isExcluded = typeof sidebar === 'object' && sidebar !== null && isSet(said({ ...sidebar }, 'exclude'))
  return {
    path,
    label: label ?? nameOf(name),
    weight: Number(frontmatter.weight) || Number.POSITIVE_INFINITY,
    date: typeof moment === 'number' ? moment : 0,
    isHidden: isExcluded || ['toc_hide', 'bookHidden', 'hidden'].some((key) => isSet(said(frontmatter, key))),
    name,
    items: [],
  }
}

function folderItem(folder: string): Item {
  return {
    label: nameOf(folder),
    weight: Number.POSITIVE_INFINITY,
    date: 0,
    isHidden: false,
    name: folder,
    items: [],
  }
}

/** As Hugo titles a folder. */
function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replaceAll(/[-_]+/g, ' ')
  return name.replace(/(?:^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())
}

function sorted(item: Item | undefined): Item[] {
  return (item?.items ?? [])
    .toSorted(
      (one, other) =>
        compare(one.weight, other.weight) ||
        compare(other.date, one.date) ||
        one.label.localeCompare(other.label) ||
        compare(one.name, other.name),
    )
    .map((each) => ({ ...each, items: sorted(each) }))
}

function compare<Value extends number | string>(one: Value, other: Value): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function addEntries(items: readonly Item[], breadcrumb: string[], entries: NavigationEntry[]): void {
  for (const { path, label, isHidden, items: below } of items) {
    if (isHidden) continue
    if (path !== undefined) entries.push({ path, title: label, breadcrumb, line: 1, column: 1 })
    addEntries(below, [...breadcrumb, label], entries)
  }
}

import { defined } from '../../basics/defined.ts'
import { isSet } from '../../formats/page/said.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import type { ArrangedPage } from '../../layout/site-layout.ts'
import { isRecord, type Literal } from '../../located/to-literal.ts'
import { below, joinPath } from '../../paths/folder.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import { splitTarget } from '../../paths/resolve-link.ts'
import type { Locale, StarlightSettings } from './configuration.ts'
import { type GeneratedItem, type GroupedPage, generatedGroup } from './generated-group.ts'

/** What a sidebar asks the frontmatter of pages for. */
export const SIDEBAR_KEYS = ['sidebar.order', 'sidebar.hidden']
const DEEPEST = 20

interface LocaleSidebar {
  locale: Locale
  /** Those that generated groups list. */
  pages: readonly GroupedPage[]
  compare(one: string, other: string): number
  add(path: string, breadcrumb: string[], title?: string): void
}

/**
 * The sidebar of each language, that of the default one first.
 * @param root folder of the pages
 */
export function arrangeSidebar(
  { sidebar, locales = [{ folder: undefined, tag: 'en' }] }: StarlightSettings,
  root: string,
  all: ReadonlyMap<string, ArrangedPage>,
): NavigationEntry[] {
  const entries: NavigationEntry[] = []
  const folders = locales.flatMap(({ folder }) => folder ?? [])
  const compare = collation(locales[0]?.tag)
  for (const locale of locales) {
    const pages = [...all].flatMap(([file, page]) => grouped(file, page, root, locale, folders))
    const add = (path: string, breadcrumb: string[], title?: string) => {
      entries.push({ path, breadcrumb, line: 1, column: 1, ...defined({ title }) })
    }
    const side = { locale, pages, compare, add }
    if (sidebar === 'none') addGenerated(generatedGroup('', pages, compare), [], side)
    else addItem(sidebar, [], side, 0)
  }
  return entries
}

/** The page of a language; nothing for another one's, and for one that no generated group lists. */
function grouped(
  file: string,
  page: ArrangedPage,
  root: string,
  { folder }: Locale,
  folders: readonly string[],
): GroupedPage[] {
  const inside = withoutPageExtension(below(root, file) ?? file)
  const [first = ''] = inside.split('/')
  const own = folders.includes(first) ? first : undefined
  if (own !== folder || isSet(page.frontmatter['sidebar.hidden'])) return []
  const order = page.frontmatter['sidebar.order']
  return [
    {
      ...page,
      inside: own === undefined ? inside : inside.slice(own.length + 1) || 'index',
      order: typeof order === 'number' ? order : undefined,
    },
  ]
}

function addItem(node: Literal, breadcrumb: string[], side: LocaleSidebar, depth: number): void {
  if (depth > DEEPEST) return
  if (Array.isArray(node)) for (const item of node) addItem(item, breadcrumb, side, depth + 1)
  else if (typeof node === 'string') side.add(addressOf(node, side.locale), breadcrumb)
  else if (isRecord(node)) addRecord(node, breadcrumb, side, depth)
}

function addRecord(
  node: { [key: string]: Literal },
  breadcrumb: string[],
  side: LocaleSidebar,
  depth: number,
): void {
  const { link, slug, autogenerate, items } = node
  const label = labelOf(node, side.locale)
  if (typeof link === 'string') {
    const path = splitTarget(link).path
    if (!/^[a-z][a-z\d+.-]*:|^\/\//i.test(link)) side.add(addressOf(path, side.locale), breadcrumb, label)
  } else if (typeof slug === 'string') side.add(addressOf(slug, side.locale), breadcrumb, label)
  else {
    // Before 0.39, a generated group had a label of its own.
    const inner = label === undefined ? breadcrumb : [...breadcrumb, label]
    if (isRecord(autogenerate) && typeof autogenerate.directory === 'string') {
      const directory = autogenerate.directory.replace(/^\/+|(?<!\/)\/+$/g, '')
      addGenerated(generatedGroup(directory, side.pages, side.compare), inner, side)
    }
    addItem(items, inner, side, depth + 1)
  }
}

function addGenerated(items: readonly GeneratedItem[], breadcrumb: string[], side: LocaleSidebar): void {
  for (const item of items)
    if ('page' in item) side.add(item.page.path, breadcrumb)
    else addGenerated(item.items, [...breadcrumb, item.name], side)
}

function labelOf({ label, translations }: { [key: string]: Literal }, { tag, folder }: Locale) {
  const names = isRecord(translations) ? [translations[tag], translations[folder ?? '']] : []
  return [...names, label].find((each) => typeof each === 'string')
}

function addressOf(written: string, { folder }: Locale): string {
  return normalizePagePath(joinPath(folder ?? '', written.replace(/^\/+/, '')))
}

function collation(tag: string | undefined): (one: string, other: string) => number {
  try {
    return new Intl.Collator(tag).compare
  } catch (error) {
    if (error instanceof RangeError) return new Intl.Collator('en').compare
    throw error
  }
}

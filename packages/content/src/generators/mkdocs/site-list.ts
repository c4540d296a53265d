import { objectOf, textsOf } from '../../basics/records.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { joinPath } from '../../paths/folder.ts'
import { withoutAddressExtension } from '../../paths/page-extension.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import { awesomeList } from './awesome-pages.ts'
import { pluginOf, type Settings, textOf } from './configuration.ts'
import type { Language, Languages } from './languages.ts'
import {
  folderList,
  isIndex,
  type Listed,
  type ListedRules,
  listedEntries,
  writtenList,
} from './listed-pages.ts'
import { LiterateNav } from './literate-nav.ts'

/** What a site lists. */
export interface SiteList {
  /** Some sections are called as their first pages are. */
  hasUntitled: boolean
  /** @param titleOf title of a page, by its path below the folder of the pages */
  entries(titleOf: (inside: string) => string | undefined): NavigationEntry[]
}

interface ListedSite {
  settings: Settings
  /** Folder of the pages. */
  root: string
  languages: Languages | undefined
  /** By their paths below that folder, as the navigation names them. */
  pages: readonly string[]
}

/** The navigation of a site, as `nav` and plugins make it; that of its folders without them. */
export function siteList(
  { texts }: LayoutSource,
  { settings, root, languages, pages }: ListedSite,
): SiteList {
  const files = [...new Set(pages)]
  const read = (file: string) => texts.get(joinPath(root, file))
  const listOf = (nav: unknown): Listed[] => {
    const literate = pluginOf(settings, 'literate-nav')
    const awesome = pluginOf(settings, 'awesome-pages')
    if (literate !== undefined) {
      const name = textOf(literate.nav_file, 'SUMMARY.md')
      const hasIndexes = literate.implicit_index === true
      const lists = new LiterateNav(files, { name, hasIndexes, textOf: read })
      return Array.isArray(nav) ? lists.resolved(writtenList(nav)) : lists.listOf()
    }
    if (Array.isArray(nav)) return writtenList(nav)
    return awesome === undefined ? folderList(files) : awesomeList(folderList(files), awesome, read)
  }
  const usual = listOf(settings.nav)
  const features = textsOf(objectOf(settings.theme).features)
  const hasIndexes = features.includes('navigation.indexes')
  const hasSectionIndex = pluginOf(settings, 'section-index') !== undefined
  const isSectionPage: ListedRules['isSectionPage'] = ({ title, file }, at) =>
    (hasIndexes && isIndex(file)) || (hasSectionIndex && at === 0 && title === undefined)
  const entries = (titleOf: (inside: string) => string | undefined) =>
    (languages?.all ?? [undefined]).flatMap((language) => {
      const own = language?.nav === undefined ? usual : listOf(language.nav)
      const rules = { isSectionPage, titleOf, routeOf: (file: string) => inLanguage(routeOf(file), language) }
      const found = listedEntries(own, rules)
      return language === undefined ? found : found.map((entry) => inWordsOf(language, entry))
    })
  return { entries, hasUntitled: hasUntitled(usual) }
}

function hasUntitled(list: readonly Listed[]): boolean {
  return list.some((item) => 'items' in item && (item.title === '' || hasUntitled(item.items)))
}

function inWordsOf(
  { name, titles }: Language,
  { breadcrumb, title, ...entry }: NavigationEntry,
): NavigationEntry {
  const said = (text: string) => textOf(titles[text], text)
  return {
    ...{ ...entry, language: name, breadcrumb: breadcrumb.map(said) },
    ...(title !== undefined && { title: said(title) }),
  }
}

/** `README.md` is the index of its folder, like `index.md`. */
export function routeOf(inside: string): string {
  const path = withoutAddressExtension(inside)
  return normalizePagePath(path.replace(/(^|\/)README$/, '$1index'))
}

export function inLanguage(route: string, language: Language | undefined): string {
  return language === undefined || language.isDefault ? route : normalizePagePath(`/${language.name}${route}`)
}

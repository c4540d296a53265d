import {
  decodeTarget,
  defined,
  isDocumentationFile,
  normalizePagePath,
  withoutPageExtension,
} from '@docent/content'
import type { NavigationPlace } from '../ingest/parsing/page-parser.ts'
import type { PageSummary } from '../ports/retriever.ts'
import { SiteVariants, type SiteVersion } from '../search/site-variants.ts'

/** An entry of the navigation: a page, or a title with entries below it, which may be the title of a page itself. */
export type NavigationNode =
  | { kind: 'page'; page: PageSummary }
  | { kind: 'group'; title: string; page?: PageSummary; children: NavigationNode[] }

/** The pages of one revision as a site: what there is, in which order, and what links lead to. */
export class SiteOutline {
  /** In the order of the navigation; pages that it does not name come last. */
  readonly pages: readonly PageSummary[]
  readonly navigation: readonly NavigationNode[]
  readonly #entries: readonly Entry[]
  readonly #drawn = new Map<string, readonly NavigationNode[]>()
  readonly #byPath: ReadonlyMap<string, PageSummary>
  readonly #byFile: ReadonlyMap<string, PageSummary>
  readonly #positions: ReadonlyMap<string, number>
  #variants: SiteVariants | undefined

  constructor(
    /** Names the revision: it changes whenever a page may have. */
    readonly revision: string,
    pages: readonly PageSummary[],
    navigation: readonly NavigationPlace[],
  ) {
    this.#byPath = new Map(pages.map((page) => [page.path, page]))
    this.#byFile = new Map(pages.map((page) => [withoutPageExtension(page.file), page]))
    const places = navigation.length > 0 ? navigation : folderPlaces(pages)
    const named = new Map<string, NavigationPlace>()
    for (const place of places)
      if (this.#byPath.has(place.path) && !named.has(place.path)) named.set(place.path, place)
    const rest = pages.filter(({ path }) => !named.has(path)).sort(byPath)
    // What the navigation calls a page is its short title.
    const ordered = [...named.values()].flatMap(({ path, title }): PageSummary[] => {
      const page = this.#byPath.get(path)
      return page === undefined ? [] : [{ ...page, ...defined({ shortTitle: title ?? page.shortTitle }) }]
    })
    this.pages = [...ordered, ...rest]
    this.#positions = new Map(ordered.map(({ path }, at) => [path, at]))
    this.#entries = ordered.map((page) => ({ page, place: named.get(page.path) }))
    this.navigation = nested(this.#entries)
  }

  /**
   * The navigation as a reader of one page needs it: pages in its language and version, where the navigation names any.
   * A navigation of the first language alone leads to the translations of its pages.
   * @param page given for one that the outline does not have, because nothing lists it
   */
  navigationFor(
    path: string,
    page: Pick<PageSummary, 'language' | 'version'> = this.#byPath.get(path) ?? {},
  ): readonly NavigationNode[] {
    const { language, version } = page
    const key = `${language} ${version}`
    let drawn = this.#drawn.get(key)
    if (drawn === undefined) {
      drawn = nested(this.#entriesFor(language, version))
      this.#drawn.set(key, drawn)
    }
    return drawn
  }

  /** The same page in other languages, by language; the page itself is among them. */
  translations(path: string): ReadonlyMap<string | undefined, PageSummary> {
    const found = new Map<string | undefined, PageSummary>()
    const current = this.#byPath.get(path)
    if (current === undefined) return found
    const first = untranslated(current)
    for (const language of this.#languages()) {
      const page = this.#byPath.get(translated(first, language))
      if (page !== undefined && page.language === language && page.version === current.version)
        found.set(language, page)
    }
    return found
  }

  /**
   * The same page in other versions, the current version first; the first page of a version that doesn't have it. Empty
   * for a page of no version.
   */
  versions(path: string): { version: SiteVersion; page: PageSummary }[] {
    const current = this.#byPath.get(path)
    if (current?.version === undefined) return []
    this.#variants ??= new SiteVariants(this.pages)
    const others = this.#variants.others(path, this.pages.length)
    const isAlike = ({ language }: Pick<PageSummary, 'language'>) => language === current.language
    return this.#variants.versions.flatMap((version) => {
      const isOf = (page: Pick<PageSummary, 'version' | 'language'>) =>
        page.version === version.name && isAlike(page)
      const same = isOf(current) ? current : others.find(isOf)
      const page = this.#byPath.get(same?.path ?? '') ?? this.pages.find(isOf)
      return page === undefined ? [] : [{ version, page }]
    })
  }

  #entriesFor(language: string | undefined, version: string | undefined): readonly Entry[] {
    const alike = this.#entries.filter(({ page }) => page.language === language && page.version === version)
    if (alike.length > 0) return withoutFolder(alike, language)
    if (language === undefined) return this.#entries
    const others = this.#entries.flatMap(({ page, place }) => {
      const other = this.#byPath.get(translated(untranslated(page), language))
      return other?.language === language ? [{ page: other, place }] : []
    })
    return others.length > 0 ? others : this.#entries
  }

  #languages(): ReadonlySet<string | undefined> {
    return new Set(this.pages.map(({ language }) => language))
  }

  page(path: string): PageSummary | undefined {
    return this.#byPath.get(path)
  }

  /** The pages before and after one in the navigation, in its own language and version. */
  neighbours(path: string): { previous?: PageSummary; next?: PageSummary } {
    const at = this.#positions.get(path)
    const current = this.#byPath.get(path)
    if (at === undefined || current === undefined) return {}
    const alike = (page: PageSummary | undefined) =>
      page?.language === current.language && page?.version === current.version ? page : undefined
    const previous = alike(this.pages[at - 1])
    const next = at + 1 < this.#positions.size ? alike(this.pages[at + 1]) : undefined
    return { ...(previous && { previous }), ...(next && { next }) }
  }

  /**
   * The page that a link in a file leads to: by the name of a file, relative or from a root, or by its address.
   * @param target a path without a query and anchor, as it is written
   */
  linked(file: string, target: string, roots: readonly string[]): PageSummary | undefined {
    const written = decodeTarget(target)
    const folder = file.split('/').slice(0, -1).join('/')
    const current = this.#byFile.get(withoutPageExtension(file))
    const isFromRoot = written.startsWith('/')
    for (const base of isFromRoot ? roots : [folder]) {
      const found = this.#fileAt(resolved(base, written))
      if (found !== undefined) return found
    }
    const path = written.replace(/\.html?$/i, '')
    const routes = isFromRoot
      ? [
          path,
          ...roots.filter((root) => path.startsWith(`/${root}/`)).map((root) => path.slice(root.length + 1)),
        ]
      : [current?.path, parentOf(current?.path)].flatMap((base) =>
          base === undefined ? [] : [`${base}/${path}`],
        )
    return routes
      .map((route) => this.#byPath.get(normalizePagePath(withoutPageExtension(`/${resolved('', route)}`))))
      .find((page) => page !== undefined)
  }

  #fileAt(path: string): PageSummary | undefined {
    const name = isDocumentationFile(path) ? withoutPageExtension(path) : path
    return [name, join(name, 'index'), join(name, 'README'), join(name, '_index')]
      .map((each) => this.#byFile.get(each))
      .find((page) => page !== undefined)
  }
}

/** Where a site says nothing of its order, its folders are the groups. */
function folderPlaces(pages: readonly PageSummary[]): NavigationPlace[] {
  return [...pages].sort(byPath).map(({ path }) => {
    const folders = path.split('/').slice(1, -1)
    return { path, breadcrumb: folders.map(titleOf) }
  })
}

interface Entry {
  page: PageSummary
  place: NavigationPlace | undefined
}

/** Where all entries stand in the folder of their language, the folder is no group. */
function withoutFolder(entries: readonly Entry[], language: string | undefined): readonly Entry[] {
  const title = language === undefined ? undefined : titleOf(language)
  if (title === undefined || !entries.every(({ place }) => place?.breadcrumb[0] === title)) return entries
  return entries.map(({ page, place }) => ({
    page,
    place: place && { ...place, breadcrumb: place.breadcrumb.slice(1) },
  }))
}

/** Path of the page in the first language of a site whose translations have folders. */
function untranslated({ path, language }: PageSummary): string {
  if (language === undefined) return path
  const folder = `/${language.toLowerCase()}`
  const written = path.toLowerCase()
  return written === folder ? '/' : written.startsWith(`${folder}/`) ? path.slice(folder.length) : path
}

function translated(path: string, language: string | undefined): string {
  if (language === undefined) return path
  return path === '/' ? `/${language}` : `/${language}${path}`
}

function nested(entries: readonly Entry[]): NavigationNode[] {
  const roots: NavigationNode[] = []
  const listed = new Map<PageSummary, string | undefined>()
  for (const { page, place } of entries) {
    let level = roots
    for (const title of place?.breadcrumb ?? []) {
      // A group continues only while its entries follow each other: the same title later begins another group.
      const last = level.at(-1)
      if (last?.kind === 'group' && last.title === title) level = last.children
      else {
        const group: NavigationNode = { kind: 'group', title, children: [] }
        // Entries below a page stand in a group with its title.
        if (last?.kind === 'page' && listed.get(last.page) === title) {
          group.page = last.page
          level.pop()
        }
        level.push(group)
        level = group.children
      }
    }
    listed.set(page, place?.title)
    level.push({ kind: 'page', page })
  }
  return roots
}

function byPath(one: PageSummary, other: PageSummary): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0
}

function titleOf(folder: string): string {
  const words = folder.replaceAll(/[-_]+/g, ' ').trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function parentOf(path: string | undefined): string | undefined {
  return path?.split('/').slice(0, -1).join('/')
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Posix, without a leading slash. */
function resolved(base: string, target: string): string {
  const segments: string[] = []
  for (const segment of `${base}/${target}`.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') segments.pop()
    else segments.push(segment)
  }
  return segments.join('/')
}

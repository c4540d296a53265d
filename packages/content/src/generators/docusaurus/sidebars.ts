import { defined } from '../../basics/defined.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import type { ArrangedPage, LayoutSource } from '../../layout/site-layout.ts'
import { LineIndex } from '../../located/line-index.ts'
import { type LocatedValue, textAt, valueAt } from '../../located/located-value.ts'
import { readExported } from '../../located/read-literal.ts'
import { readScript } from '../../located/read-script.ts'
import { isRecord } from '../../located/to-literal.ts'
import { joinPath } from '../../paths/folder.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import type { Problem } from '../../paths/problem.ts'
import {
  type DocsPlace,
  type DocsPlugin,
  type DocsVersion,
  type DocusaurusSite,
  docsPlace,
  GENERATED,
  translationsOf,
} from './docs-plugins.ts'
import { documentId, textOf } from './document.ts'
import {
  type Categories,
  type Document,
  generatedItems,
  readCategories,
  type SidebarItem,
} from './generated-sidebar.ts'

/** What pages say of their place in sidebars. */
export const SIDEBAR_KEYS = ['id', 'sidebar_label', 'sidebar_position', 'title'] as const

const DEEPEST = 20

export interface ArrangedSidebars {
  entries: NavigationEntry[]
  /** Parts of sidebars that only a build knows. */
  problems: Problem[]
}

/** The sidebars of every docs plugin, version, and language, one after the other. @see https://docusaurus.io/docs/sidebar */
export function arrangeSidebars(
  source: LayoutSource,
  site: DocusaurusSite,
  pages: ReadonlyMap<string, ArrangedPage>,
): ArrangedSidebars {
  const found: ArrangedSidebars = { entries: [], problems: [] }
  const places = [...pages].flatMap(([file, page]) => {
    const place = docsPlace(file, site)
    return place === undefined ? [] : [{ ...place, page }]
  })
  for (const plugin of site.plugins)
    for (const version of plugin.versions) {
      const own = places.filter((place) => place.plugin === plugin && place.version === version)
      for (const language of new Set([undefined, ...own.map(({ language }) => language)])) {
        const documents = own.filter((place) => place.language === language).map(documentOf)
        const label = labelsIn(source, site, { plugin, version, inside: '', ...defined({ language }) })
        const sidebars = new VersionSidebars(source, plugin, version, documents)
        for (const item of sidebars.items()) addEntries(item, [], label, found.entries)
        if (language === undefined) found.problems.push(...sidebars.problems)
      }
    }
  return found
}

function documentOf({ plugin, inside, page }: DocsPlace & { page: ArrangedPage }): Document {
  const { path, title, frontmatter } = page
  const id = documentId(inside, frontmatter, plugin.hasNumbers)
  const label = textOf(frontmatter.sidebar_label) ?? title ?? id.slice(id.lastIndexOf('/') + 1)
  const position = Number(frontmatter.sidebar_position ?? Number.NaN)
  return { inside, id, path, label, ...(Number.isNaN(position) ? {} : { position }) }
}

/** Labels of categories in the language of a place. @see https://docusaurus.io/docs/i18n/tutorial#translate-plugin-data */
function labelsIn(
  { texts }: LayoutSource,
  site: DocusaurusSite,
  place: DocsPlace,
): (label: string) => string {
  const { plugin, version, language } = place
  if (language === undefined) return (label) => label
  const name = version.name === undefined ? 'current' : `version-${version.name}`
  const file = joinPath(translationsOf(plugin, site.folder, language), `${name}.json`)
  const read = texts.has(file) ? readExported(file, texts) : undefined
  const labels = new Map<string, string>()
  for (const [key, said] of Object.entries(isRecord(read) ? read : {})) {
    const [, label] = /^sidebar\..*?\.category\.(.*)$/s.exec(key) ?? []
    if (label !== undefined && isRecord(said) && typeof said.message === 'string')
      labels.set(label, said.message)
  }
  return (label) => labels.get(label) ?? label
}

function addEntries(
  item: SidebarItem,
  breadcrumb: string[],
  labelOf: (label: string) => string,
  entries: NavigationEntry[],
): void {
  const { path, items } = item
  const label = items === undefined ? item.label : labelOf(item.label)
  // A category that holds nothing leads nowhere.
  if (path !== undefined) entries.push({ path, title: label, breadcrumb, line: 1, column: 1 })
  for (const below of items ?? []) addEntries(below, [...breadcrumb, label], labelOf, entries)
}

/** The sidebars of one version of a docs plugin. */
class VersionSidebars {
  readonly problems: Problem[] = []
  readonly #source: LayoutSource
  readonly #version: DocsVersion
  readonly #plugin: DocsPlugin
  readonly #documents: readonly Document[]
  readonly #byId: ReadonlyMap<string, Document>
  readonly #categories: Categories
  readonly #listed = new Set<Document>()

  constructor(
    source: LayoutSource,
    plugin: DocsPlugin,
    version: DocsVersion,
    documents: readonly Document[],
  ) {
    this.#source = source
    this.#version = version
    this.#plugin = plugin
    this.#documents = documents
    this.#categories = readCategories(source, version.folder)
    this.#byId = new Map(this.#documents.map((each) => [each.id, each]))
  }

  items(): SidebarItem[] {
    const { sidebars } = this.#version
    if (sidebars === GENERATED) return this.#generated('.')
    const text = sidebars === undefined ? undefined : this.#source.texts.get(sidebars)
    if (sidebars === undefined || text === undefined) return []
    const root = readScript(sidebars, text, this.#source.texts)
    const items =
      root?.kind === 'record' ? root.entries.flatMap(({ value }) => this.#read(value, 0)) : this.#tell(root)
    if (this.problems.length === 0) return items
    // What the code adds is not known: the other pages follow, so that none is missing.
    const others = this.#documents.filter((each) => !this.#listed.has(each))
    return [...items, ...generatedItems('.', others, this.#categories, this.#plugin.hasNumbers)]
  }

  #read(node: LocatedValue, depth: number): SidebarItem[] {
    if (depth > DEEPEST) return []
    if (node.kind === 'text') return this.#document(node.value)
    if (node.kind === 'list') return node.items.flatMap(({ value }) => this.#read(value, depth + 1))
    if (node.kind === 'code') return this.#tell(node)
    if (node.kind !== 'record') return []
    const type = textAt(node, 'type')
    if (type === undefined)
      // `{ Guides: ['a', 'b'] }`
      return node.entries.flatMap(({ key: label, value }) =>
        label === undefined ? this.#read(value, depth + 1) : [{ label, items: this.#read(value, depth + 1) }],
      )
    const label = textAt(node, 'label')
    if (type === 'doc' || type === 'ref') return this.#document(textAt(node, 'id') ?? '', label)
    const href = type === 'link' ? textAt(node, 'href') : undefined
    if (href?.startsWith('/')) return [{ label: label ?? href, path: normalizePagePath(href) }]
    if (type === 'autogenerated') return this.#generated(textAt(node, 'dirName') ?? '.')
    if (type !== 'category') return []
    const link = valueAt(node, 'link')
    const items = valueAt(node, 'items')
    const [page] = textAt(link, 'type') === 'doc' ? this.#document(textAt(link, 'id') ?? '') : []
    const below = items === undefined ? [] : this.#read(items, depth + 1)
    return [{ label: label ?? page?.label ?? '', items: below, ...(page?.path && { path: page.path }) }]
  }

  /** Versioned sidebars may name a document with its version. */
  #document(id: string, label?: string): SidebarItem[] {
    const found = this.#byId.get(id) ?? this.#byId.get(id.replace(/^version-[^/]+\//, ''))
    if (found === undefined) return []
    this.#listed.add(found)
    return [{ label: label ?? found.label, path: found.path }]
  }

  #generated(folder: string): SidebarItem[] {
    const inside = folder.replace(/^\.?\/+|(?<!\/)\/+$/g, '')
    const documents = this.#documents.filter(
      (each) => inside === '' || inside === '.' || each.inside.startsWith(`${inside}/`),
    )
    for (const each of documents) this.#listed.add(each)
    return generatedItems(inside, documents, this.#categories, this.#plugin.hasNumbers)
  }

  #tell(code: LocatedValue | undefined): [] {
    const file = code?.file ?? this.#version.sidebars ?? ''
    const place = new LineIndex(this.#source.texts.get(file) ?? '').at(code?.start ?? 0)
    const message =
      'A part of the sidebar is code, which Docent does not run. The pages that no entry names follow in the order of their folders.'
    this.problems.push({ file, ...place, rule: 'navigation-computed', message, severity: 'warning' })
    return []
  }
}

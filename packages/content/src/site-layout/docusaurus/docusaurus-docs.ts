import { defined } from '../../defined.ts'
import { hasNoDocs, type LeftOut, leftOutBy, pagesLeftOut } from '../../generators/docusaurus/left-out.ts'
import { type LocatedValue, textAt, valueAt, valuesUnder, within } from '../../located/located-value.ts'
import { readScript } from '../../located/read-script.ts'
import { below, folderOf, joinPath, shallowest } from '../layout-file.ts'
import { readExported } from '../read-literal.ts'
import type { LayoutSource } from '../site-layout.ts'

/** One docs plugin of a Docusaurus site: https://docusaurus.io/docs/docs-multi-instance. */
export interface DocsPlugin {
  /** Empty for the one without an id. */
  id: string
  /** Folder of its pages, below the site. */
  folder: string
  /** Path of its pages, without slashes around it. */
  base: string
  /** Its sidebars as the configuration names them, below the site. */
  sidebar: string | undefined
  /** Released versions, the newest first. */
  released: readonly string[]
  leftOut: LeftOut
}

export interface DocusaurusSite {
  /** Folder of the configuration. */
  folder: string
  config: string
  plugins: readonly DocsPlugin[]
  /** By a path below `src/pages`. */
  leavesOutPage(inside: string): boolean
}

/** A file of a docs plugin. */
export interface DocsPlace {
  plugin: DocsPlugin
  /** Of the file below the folder of its version. */
  inside: string
  language?: string
  /** Undefined for the newest, unreleased one. */
  version?: string
}

const PLUGIN = /(?:^|[/-])(?:plugin-)?content-docs$/
const PRESET = /(?:^|[/-])classic$/

/** Docs plugins of a site, as far as its configuration is literal; undefined for what is no Docusaurus site. */
export function readDocusaurus({ files, texts }: LayoutSource): DocusaurusSite | undefined {
  const config = shallowest(files, /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/)
  if (config === undefined) return undefined
  const folder = folderOf(config)
  const root = readScript(config, texts.get(config) ?? '', texts)
  const settings = pluginSettings(root)
  const hasDefault = settings.some((each) => textAt(each, 'id') === undefined)
  if (!hasDefault && (settings.length === 0 || !hasNoDocs(root))) settings.unshift(defaultSettings(root))
  const plugins = settings.map((each): DocsPlugin => {
    const id = textAt(each, 'id') ?? ''
    const path = slashless(textAt(each, 'path')) ?? (id === '' ? 'docs' : id)
    const hasFiles = files.some((file) => file.startsWith(`${joinPath(folder, path)}/`))
    return {
      id: id === 'default' ? '' : id,
      folder: hasFiles ? path : 'docs',
      base: slashless(textAt(each, 'routeBasePath')) ?? (id === '' ? 'docs' : id),
      sidebar: sidebarPath(valueAt(each, 'sidebarPath')),
      released: versionNames(joinPath(folder, `${idPrefix(id)}versions.json`), texts),
      leftOut: leftOutBy(each, texts),
    }
  })
  return { folder, config, plugins, leavesOutPage: pagesLeftOut(root, texts) }
}

/** Folder of the pages of a version, below the site. */
export function versionFolder({ id, folder }: DocsPlugin, version: string | undefined): string {
  return version === undefined ? folder : `${idPrefix(id)}versioned_docs/version-${version}`
}

/** The sidebars of a released version, below the site. */
export function versionSidebar({ id }: DocsPlugin, version: string): string {
  return `${idPrefix(id)}versioned_sidebars/version-${version}-sidebars.json`
}

/** @param inside path below the site */
export function docsPlace(inside: string, plugins: readonly DocsPlugin[]): DocsPlace | undefined {
  for (const plugin of plugins) {
    const suffix = plugin.id === '' ? '' : `-${plugin.id}`
    const translated = new RegExp(
      `^i18n/([^/]+)/docusaurus-plugin-content-docs${escaped(suffix)}/(?:current|version-([^/]+))/(.+)$`,
    ).exec(inside)
    if (translated !== null) {
      const [, language = '', version, rest = ''] = translated
      return { plugin, inside: rest, language, ...defined({ version }) }
    }
    const versioned = new RegExp(`^${escaped(idPrefix(plugin.id))}versioned_docs/version-([^/]+)/(.+)$`).exec(
      inside,
    )
    if (versioned !== null) return { plugin, inside: versioned[2] ?? '', version: versioned[1] ?? '' }
    const rest = below(plugin.folder, inside)
    if (rest !== undefined) return { plugin, inside: rest }
  }
  return undefined
}

/** Settings of the plugins, and those that a preset hands on to one. */
function pluginSettings(root: LocatedValue | undefined): LocatedValue[] {
  const settings: LocatedValue[] = []
  for (const node of within(root)) {
    if (node.kind !== 'list') continue
    const [name, options] = node.items.map(({ value }) => value)
    if (name?.kind !== 'text' || options?.kind !== 'record') continue
    const docs = PRESET.test(name.value) ? valueAt(options, 'docs') : undefined
    if (docs?.kind === 'record') settings.push(docs)
    if (PLUGIN.test(name.value)) settings.push(options)
  }
  return settings
}

/** Of a configuration that hands its settings on in a way of its own: the first that are there. */
function defaultSettings(root: LocatedValue | undefined): LocatedValue {
  const entries = ['path', 'routeBasePath', 'sidebarPath', 'exclude'].flatMap((key) => {
    const [value] = valuesUnder(root, key)
    return value === undefined ? [] : [{ ...value, key, keyPlace: value, value }]
  })
  return { kind: 'record', entries, file: '', start: 0, end: 0 }
}

/** `'./sidebars.js'`, also inside `require.resolve(…)`. */
function sidebarPath(value: LocatedValue | undefined): string | undefined {
  const text = value?.kind === 'code' ? value.given?.[0] : value
  return text?.kind === 'text' ? slashless(text.value) : undefined
}

function versionNames(file: string, texts: LayoutSource['texts']): string[] {
  const names = readExported(file, texts)
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

function idPrefix(id: string): string {
  return id === '' || id === 'default' ? '' : `${id}_`
}

function slashless(path: string | undefined): string | undefined {
  return path?.replace(/^[./]+|(?<!\/)\/+$/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

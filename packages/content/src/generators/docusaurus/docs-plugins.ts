import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { type LocatedValue, textAt, valueAt, valuesUnder, within } from '../../located/located-value.ts'
import { readExported } from '../../located/read-literal.ts'
import { readScript } from '../../located/read-script.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { normalizeSegments } from '../../paths/page-path.ts'
import { literalPattern } from '../../patterns/literal-pattern.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { hasNoDocs, type LeftOut, leftOutBy, pagesLeftOut } from './left-out.ts'

/** One docs plugin of a Docusaurus site: https://docusaurus.io/docs/docs-multi-instance. All paths are the layout's. */
export interface DocsPlugin {
  /** Empty for the one without an id. */
  id: string
  /** Those that are built; the one in work first, then the released ones, the newest first. */
  versions: readonly DocsVersion[]
  /** Numbers before the names of files and folders are no part of addresses. */
  hasNumbers: boolean
  leftOut: LeftOut
}

/** https://docusaurus.io/docs/versioning: each has its own pages and sidebars. */
export interface DocsVersion {
  /** Undefined for the one in work. */
  name: string | undefined
  /** Folder of its pages. */
  folder: string
  /** Path of its pages, without slashes around it. */
  route: string
  /** File of its sidebars; `generated` where one is made of all folders, undefined for none. */
  sidebars: string | undefined
  /** The one that readers of the site see first. */
  isCurrent: boolean
}

export const GENERATED = 'generated'

export interface DocusaurusSite {
  /** Folder of the configuration. */
  folder: string
  config: string
  plugins: readonly DocsPlugin[]
  /** Pages in Markdown are MDX, too. @see https://docusaurus.io/docs/api/docusaurus-config#markdown */
  hasModules: boolean
  /** Languages that are built; undefined for any. */
  languages: readonly string[] | undefined
  /** Of pages that are no translation. */
  language: string | undefined
  /** By a path below `src/pages`. */
  leavesOutPage(inside: string): boolean
}

/** A file of a docs plugin. */
export interface DocsPlace {
  plugin: DocsPlugin
  version: DocsVersion
  /** Of the file below the folder of its version. */
  inside: string
  language?: string
}

const PLUGIN = /(?:^|[/-])(?:plugin-)?content-docs$/
const PRESET = /(?:^|[/-])classic$/
const IN_WORK = 'current'

/** Docs plugins of a site, as far as its configuration is literal; undefined for what is no Docusaurus site. */
export function readDocusaurus(source: LayoutSource): DocusaurusSite | undefined {
  const { files, texts } = source
  const config = shallowest(files, /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/)
  if (config === undefined) return undefined
  const folder = folderOf(config)
  const root = readScript(config, texts.get(config) ?? '', texts)
  const settings = pluginSettings(root)
  const hasDefault = settings.some((each) => idOf(each) === '')
  if (!hasDefault && (settings.length === 0 || !hasNoDocs(root))) settings.unshift(defaultSettings(root))
  const [languages] = valuesUnder(root, 'locales')
  const [markdown] = valuesUnder(root, 'markdown')
  return {
    folder,
    config,
    plugins: settings.map((each) => readPlugin(each, folder, source)),
    hasModules: !/^(?:detect|md)$/.test(textAt(markdown, 'format') ?? ''),
    languages: textsOf(languages),
    language: siteLanguage(textAt(valueAt(root, 'i18n'), 'defaultLocale')),
    leavesOutPage: pagesLeftOut(root, texts),
  }
}

function readPlugin(settings: LocatedValue, site: string, { files, texts }: LayoutSource): DocsPlugin {
  const id = idOf(settings)
  const folder = pagesFolder(textAt(settings, 'path') ?? (id === '' ? 'docs' : id), site, files)
  const base = slashless(textAt(settings, 'routeBasePath')) ?? (id === '' ? 'docs' : id)
  const prefix = id === '' ? '' : `${id}_`
  const leftOut = leftOutBy(settings, texts)
  const released = versionNames(joinPath(site, `${prefix}versions.json`), texts)
  const all = [undefined, ...released].filter((name) => leftOut.hasVersion(name))
  const newest = textAt(settings, 'lastVersion') ?? all.find((name) => name !== undefined) ?? IN_WORK
  const options = valueAt(settings, 'versions')
  const versions = all
    .filter((name) => leftOut.buildsVersion(name))
    .map((name): DocsVersion => {
      const own = name ?? IN_WORK
      const usual = own === newest ? '' : own === IN_WORK ? 'next' : own
      return {
        name,
        isCurrent: own === newest,
        folder: name === undefined ? folder : joinPath(site, `${prefix}versioned_docs/version-${name}`),
        route: joinPath(base, slashless(textAt(valueAt(options, own), 'path')) ?? usual),
        sidebars:
          name === undefined
            ? sidebarFile(files, site, id, valueAt(settings, 'sidebarPath'))
            : joinPath(site, `${prefix}versioned_sidebars/version-${name}-sidebars.json`),
      }
    })
  const parser = valueAt(settings, 'numberPrefixParser')
  return { id, versions, hasNumbers: !(parser?.kind === 'plain' && parser.value === false), leftOut }
}

/** Also beside the folder of the configuration: `../docs`. */
function pagesFolder(path: string, site: string, files: readonly string[]): string {
  const folder = normalizeSegments(joinPath(site, path))
  return files.some((file) => file.startsWith(`${folder}/`)) ? folder : joinPath(site, 'docs')
}

/** The sidebars that the configuration names, or those with the usual name; without any, one is made of all folders. */
function sidebarFile(
  files: readonly string[],
  site: string,
  id: string,
  named: LocatedValue | undefined,
): string | undefined {
  if (named?.kind === 'plain' && named.value === false) return undefined
  const text = named?.kind === 'code' ? named.given?.findLast(({ kind }) => kind === 'text') : named
  if (text?.kind === 'text') {
    const file = normalizeSegments(joinPath(site, text.value))
    return files.includes(file) ? file : undefined
  }
  const usual = id === '' ? shallowest(files, /(?:^|\/)sidebars\.(?:[cm]?[jt]s|json)$/) : undefined
  return usual !== undefined && folderOf(usual) === site ? usual : GENERATED
}

/** @param path of a file of the layout */
export function docsPlace(
  path: string,
  { folder, plugins, languages }: DocusaurusSite,
): DocsPlace | undefined {
  for (const plugin of plugins) {
    const [, language = '', written, inside = ''] =
      new RegExp(
        `^i18n/([^/]+)/${literalPattern(translationName(plugin))}/(?:current|version-([^/]+))/(.+)$`,
      ).exec(below(folder, path) ?? '') ?? []
    if (inside !== '') {
      const version = plugin.versions.find((each) => each.name === written)
      const isBuilt = languages === undefined || languages.includes(language)
      return version && isBuilt ? { plugin, version, inside, language } : undefined
    }
    for (const version of plugin.versions) {
      const inside = below(version.folder, path)
      if (inside !== undefined) return { plugin, version, inside }
    }
  }
  return undefined
}

function translationName({ id }: DocsPlugin): string {
  return `docusaurus-plugin-content-docs${id === '' ? '' : `-${id}`}`
}

/** Folder of the translations of a plugin. @param site folder of the configuration */
export function translationsOf(plugin: DocsPlugin, site: string, language: string): string {
  return joinPath(site, 'i18n', language, translationName(plugin))
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

const SETTINGS = [
  'path',
  'routeBasePath',
  'sidebarPath',
  'exclude',
  'lastVersion',
  'versions',
  'onlyIncludeVersions',
  'includeCurrentVersion',
  'disableVersioning',
]

/** Of a configuration that hands its settings on in a way of its own: the first that are there. */
function defaultSettings(root: LocatedValue | undefined): LocatedValue {
  const entries = SETTINGS.flatMap((key) => {
    const [value] = valuesUnder(root, key)
    return value === undefined ? [] : [{ ...value, key, keyPlace: value, value }]
  })
  return { kind: 'record', entries, file: '', start: 0, end: 0 }
}

function versionNames(file: string, texts: LayoutSource['texts']): string[] {
  const names = readExported(file, texts)
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

function idOf(settings: LocatedValue): string {
  return textAt(settings, 'id')?.replace(/^default$/, '') ?? ''
}

function textsOf(value: LocatedValue | undefined): string[] | undefined {
  if (value?.kind !== 'list') return undefined
  const texts = value.items.flatMap(({ value: each }) => (each.kind === 'text' ? [each.value] : []))
  return texts.length === value.items.length ? texts : undefined
}

function slashless(path: string | undefined): string | undefined {
  return path?.replace(/^[./]+|(?<!\/)\/+$/g, '')
}

import type { Generator } from '../../layout/generator.ts'
import { PART_LINKS } from '../../layout/link-style.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { ALL_MARKDOWN_FORMATS, FORMAT_EXTENSIONS } from '../../paths/format-name.ts'
import { sectionFileNames } from '../../paths/index-page.ts'
import { pageEndings, withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath, normalizeSegments } from '../../paths/page-path.ts'
import { RESTRUCTURED_TEXT } from '../../paths/unread-formats.ts'
import { cascadedValues } from './cascade.ts'
import { type HugoConfig, type HugoContent, readHugoConfig } from './hugo-config.ts'
import { navigationFiles } from './navigation.ts'
import { permalinkOf } from './permalinks.ts'
import { hugoPresence } from './presence.ts'
import { arrangeSections, SECTION_KEYS } from './sections.ts'
import { includesOf, writtenValues } from './shortcode-values.ts'

/** {{< relref "page.md#part" >}}, also with % and as ref. Those that are written as comments are text. */
const REFERENCE = /\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?["'`]([^"'`\n]+)["'`][^{}\n]*?[>%]\}\}/g

interface Place {
  content: HugoContent
  /** Below the folder of its content, without extension and language. */
  inside: string
  language: string | undefined
}

const DATA = String.raw`\.(?:ya?ml|toml|json)$`
const MENUS = ['menu', 'menus', 'languages.*.menu', 'languages.*.menus']
const SETTINGS: Generator['settings'] = [
  { file: new RegExp(`(?:^|/)hugo${DATA}`, 'i'), navigation: MENUS },
  {
    file: new RegExp(`(?:^|/)config${DATA}`, 'i'),
    navigation: MENUS,
    marks: /^(?:baseurl|theme|themesdir|module|markup|security|contentdir|outputs|languages|menus?|params)$/i,
  },
  {
    file: new RegExp(
      String.raw`(?:^|/)config/(?:_default|production|staging|development)/(?!menus?\.)[^/]+${DATA}`,
      'i',
    ),
    navigation: [...MENUS, '*.menu', '*.menus'],
  },
]

const inEachFormat = (name: string) => ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`)
const ABOVE: Generator['above'] = {
  files: ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap(inEachFormat),
  beside: ['languages', 'module', 'params', 'permalinks', 'menus', 'menu'].flatMap((name) =>
    inEachFormat(`config/_default/${name}`),
  ),
}

/** https://gohugo.io: `content` with sections (`_index.md`), bundles (`index.md`), `slug`, `url`, and permalinks. */
export const hugo: Generator = {
  name: 'hugo',
  above: ABOVE,
  files:
    /(?:^|\/)(?:(?:hugo|config)\.(?:toml|ya?ml|json)|config\/_default\/(?:languages|module|params|permalinks|menus?(?:\.[\w-]+)?)\.(?:toml|ya?ml|json)|layouts\/_?shortcodes\/[\w./-]{1,100}\.html)$/,
  folderFiles: new RegExp(String.raw`(?:^|\/)_index(?:\.[\w-]+)?\.(?:${pageEndings()})$`),
  settings: SETTINGS,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const config = readHugoConfig(source)
  if (config === undefined) return undefined
  const root = config.contents.at(-1)?.folder ?? ''
  const bundles = leafBundles(source.files, config)
  const place = (file: string) => placeOf(file, config)
  const withValues = writtenValues(source, config.params)
  const handedDown = cascadedValues(source.texts, config.cascade, place)
  let pages: PageNames | undefined
  const addressOf = (file: string, target: string) => {
    pages ??= pageNames(source.files.filter((each) => layout.isPage(each)))
    return referenceOf(file, target, pages, layout, config)
  }
  const layout: SiteLayout = {
    name: 'hugo',
    formats: ALL_MARKDOWN_FORMATS,
    unreadFormats: [...FORMAT_EXTENSIONS.asciidoc, ...RESTRUCTURED_TEXT, '.org', '.pandoc', '.pdc'],
    root,
    isPage(file) {
      const found = place(file)
      if (found === undefined || isLeftOut(file, found, config)) return false
      if (/(?:^|\/)index(?:\.[\w-]+)?\.\w+$/.test(file)) return true
      // What lies in a bundle belongs to its page.
      for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder))
        if (bundles.has(folder)) return false
      return true
    },
    pagePath(file, frontmatter = {}) {
      const found = place(file)
      return found === undefined ? normalizePagePath(file) : routeOf(found, frontmatter, config)
    },
    language: (file) => (config.languages.size > 1 ? place(file)?.language : undefined),
    siteLanguage: config.siteLanguage,
    version: () => undefined,
    navigation: { ...NO_NAVIGATION, redirects: languageRedirects(config) },
    navigationIsComplete: false,
    arrangement: {
      keys: SECTION_KEYS,
      arrange: (pages) =>
        arrangeSections(
          [...pages].flatMap(([file, page]) => {
            const found = place(file)
            return found === undefined ? [] : [{ inside: found.inside, language: found.language, page }]
          }),
        ),
    },
    isPlacedByPages: true,
    links: { ...PART_LINKS, isFolder: true },
    navigationFiles,
    defaults(file) {
      const found = place(file)
      return found === undefined ? {} : handedDown(found)
    },
    presence: (_, frontmatter) => hugoPresence(frontmatter, config.build),
    presenceSettings: JSON.stringify([config.build.buildsFuture, config.build.buildsExpired]),
    aliases(file, frontmatter) {
      const found = place(file)
      const written = [frontmatter.aliases].flat().filter((alias) => typeof alias === 'string')
      if (found === undefined) return []
      const parent = layout.pagePath(file).replace(/\/[^/]*$/, '')
      return written.map((alias) =>
        normalizePagePath(
          alias.startsWith('/')
            ? joinPath(prefixOf(found.language, config), alias.slice(1))
            : `${parent}/${alias}`,
        ),
      )
    },
    rewrite: (file, text) =>
      withValues(text.replace(REFERENCE, (_, target: string) => addressOf(file, target))),
    includes: includesOf([...config.contents.map(({ folder }) => folder), config.site]),
    pageMarks: { find: references, addressOf },
  }
  return layout
}

function* references(text: string) {
  for (const { 0: whole, 1: target = '', index } of text.matchAll(REFERENCE)) {
    const start = index + whole.search(/["'`]/) + 1
    yield { target, start, end: start + target.length }
  }
}

function placeOf(file: string, config: HugoConfig): Place | undefined {
  if (!isDocumentationFile(file)) return undefined
  for (const content of config.contents) {
    const path = below(content.folder, file)
    if (path === undefined) continue
    const plain = withoutPageExtension(path)
    const suffix = /\.([A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?)$/.exec(plain)?.[1]?.toLowerCase()
    const isTranslated = suffix !== undefined && config.languages.has(suffix)
    return {
      content,
      inside: isTranslated ? plain.slice(0, -suffix.length - 1) : plain,
      language: isTranslated ? suffix : (content.language ?? config.defaultLanguage),
    }
  }
  return undefined
}

function isLeftOut(file: string, { content, language }: Place, { site, build }: HugoConfig): boolean {
  return (
    build.ignores(below(site, file) ?? file) ||
    (language !== undefined && build.disabled.has(language.toLowerCase())) ||
    content.takes?.(below(content.folder, file) ?? file) === false
  )
}

function routeOf(
  { content, inside, language }: Place,
  frontmatter: Readonly<Record<string, unknown>>,
  config: HugoConfig,
): string {
  const { slug, url } = frontmatter
  const prefix = prefixOf(language, config)
  if (typeof url === 'string' && url !== '') {
    const own = url.replace(/(?:^|\/)index\.html$/, '/')
    return normalizePagePath(own.startsWith('/') ? own : joinPath(prefix, own))
  }
  const pattern = permalinkOf(permalinkPage(inside, frontmatter), config.permalinks)
  if (pattern !== undefined) return finished(pattern, prefix, config)
  const parts = inside.split('/')
  const name = parts.pop() ?? ''
  const isSection = name === '_index'
  if (!isSection && name !== 'index') parts.push(name)
  if (typeof slug === 'string' && slug !== '' && !isSection && parts.length > 0) parts.splice(-1, 1, slug)
  return finished([content.target, ...parts].filter((part) => part !== '').join('/'), prefix, config)
}

function finished(path: string, prefix: string, { keepsCase }: HugoConfig): string {
  const inUrl = urlPath(path.replace(/^\/+/, ''))
  return normalizePagePath(joinPath(prefix, keepsCase ? inUrl : inUrl.toLowerCase()))
}

function permalinkPage(inside: string, frontmatter: Readonly<Record<string, unknown>>) {
  const isSection = /(?:^|\/)_index$/.test(inside)
  const sections = inside.replace(/\/_?index$/, '').split('/')
  const name = isSection ? (sections.at(-1) ?? '') : (sections.pop() ?? '')
  return { sections, name, isSection, frontmatter }
}

/** Hugo leads the language of the site from its own folder to the root, or the other way round. */
function languageRedirects({ languages, defaultLanguage, defaultInFolder }: HugoConfig) {
  if (languages.size < 2) return []
  const [one, other] = ['/', `/${defaultLanguage}`]
  return [defaultInFolder ? { source: one, destination: other } : { source: other, destination: one }]
}

function prefixOf(language: string | undefined, { defaultLanguage, defaultInFolder }: HugoConfig): string {
  return language === undefined || (language === defaultLanguage && !defaultInFolder) ? '' : language
}

/** As Hugo writes a path into an address: spaces as dashes, and nothing that would have to be escaped. */
function urlPath(path: string): string {
  return path.replace(/\s+/g, '-').replace(/[^\p{L}\p{M}\p{N}./_\-#+~@]/gu, '')
}

/** Folders with an `index.md`: one page, with everything in it. */
function leafBundles(files: readonly string[], config: HugoConfig): ReadonlySet<string> {
  const roots = new Set(config.contents.map(({ folder }) => folder))
  const folders = files
    .filter((file) => isDocumentationFile(file) && /(?:^|\/)index(?:\.[\w-]+)?\.\w+$/i.test(file))
    .map(folderOf)
  return new Set(folders.filter((folder) => !roots.has(folder)))
}

/** The address of what is referred to: from the root of the content, from the page, or by a name that is there once. */
function referenceOf(
  file: string,
  target: string,
  { files, byEnding }: PageNames,
  layout: SiteLayout,
  config: HugoConfig,
): string {
  const [path = '', anchor] = target.trim().split('#')
  const suffix = anchor === undefined ? '' : `#${anchor}`
  if (path === '') return suffix
  const bases = [
    ...(path.startsWith('/') ? [] : [folderOf(file)]),
    ...config.contents.map(({ folder }) => folder),
  ]
  const plain = withoutPageExtension(normalizeSegments(path))
  const written = bases.flatMap((base) => {
    return sectionFileNames(withoutPageExtension(normalizeSegments(`${base}/${path}`)))
  })
  const found = written.find((candidate) => files.has(candidate)) ?? byEnding.get(plain)
  return (found === undefined ? normalizePagePath(plain) : layout.pagePath(found)) + suffix
}

/** Pages of a site by name. */
interface PageNames {
  files: ReadonlySet<string>
  /** By each ending of their path that is there once, without extension; undefined for one that several have. */
  byEnding: ReadonlyMap<string, string | undefined>
}

function pageNames(files: readonly string[]): PageNames {
  const byEnding = new Map<string, string | undefined>()
  for (const file of files) {
    const path = withoutPageExtension(file)
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const ending = path.slice(slash + 1)
      byEnding.set(ending, byEnding.has(ending) ? undefined : file)
    }
  }
  return { files: new Set(files), byEnding }
}

import type { Generator } from '../../layout/generator.ts'
import { isLocaleName } from '../../layout/locale-folders.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import type { ArrangedPage, LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { readExported } from '../../located/read-literal.ts'
import { isRecord, type Literal } from '../../located/to-literal.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath } from '../../paths/page-path.ts'
import { withBracketIds } from '../parts/bracket-ids.ts'
import { placePictures } from '../parts/pictures.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { withTabTitles } from '../parts/tab-titles.ts'
import { type Collection, FILES, type FumadocsSite, loadersOf, readSite } from './configuration.ts'
import { includesOf } from './included-texts.ts'
import { navigationFiles } from './navigation.ts'
import { treeEntries } from './page-tree.ts'

/** `page.de.mdx`, `meta.de.json`: the language stands before the extension. */
const SUFFIX = /\.([a-z]{2}(?:-[a-z]{2,4})?)$/i
/** Blocks of code that follow each other are tabs, and `tab` is what they are called. */
const TAB = /^([ \t>]*(?:`{3,}|~{3,})[^\n`]{0,200}?[ \t])tab=/gm

/** https://fumadocs.dev: pages of collections, such as `content/docs`; `meta.json` gives titles and order of a folder. */
export const fumadocs: Generator = {
  name: 'fumadocs',
  above: {
    files: ['source.config.ts'],
    beside: ['source', 'i18n'].flatMap((name) => [`lib/${name}.ts`, `src/lib/${name}.ts`]),
  },
  files: FILES,
  namedFiles: (file, _, files) => loadersOf(file, files),
  pageModules: /^fumadocs-ui\//,
  layout,
}

interface Place {
  collection: Collection
  /** Path below its folder, without the language and an extension. */
  inside: string
  language: string | undefined
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const site = readSite(source)
  const [main] = site?.collections ?? []
  if (site === undefined || main === undefined) return undefined
  const place = (path: string) => placeOf(site, path)
  const isPage = (path: string) => {
    const found = place(path)
    const inside = found && below(found.collection.folder, path)
    return inside !== undefined && !/(?:^|\/)\./.test(inside) && !found?.collection.isLeftOut(inside)
  }
  const pagePath = (path: string) => {
    const found = place(path)
    if (found === undefined) return normalizePagePath(path)
    const { collection, inside, language } = found
    const parts = inside.split('/').filter((part) => !/^\(.*\)$/.test(part))
    return normalizePagePath(joinPath(language ?? '', collection.base, parts.join('/')))
  }
  const arrange = (pages: ReadonlyMap<string, ArrangedPage>) => arranged(pages, source, site)
  const pages = source.files
    .filter((path) => isDocumentationFile(path) && isPage(path))
    .map((path): [string, ArrangedPage] => [path, { path: pagePath(path), frontmatter: {} }])
  return {
    name: 'fumadocs',
    formats: MARKDOWN_FORMATS,
    root: main.folder,
    isPage,
    pagePath,
    language: (path) => place(path)?.language,
    siteLanguage: siteLanguage(site.languages.initial),
    version: () => undefined,
    navigation: {
      ...NO_NAVIGATION,
      // What a sidebar calls a page is no title of it.
      pages: arrange(new Map(pages)).map(({ title: _, ...entry }) => entry),
    },
    navigationIsComplete: false,
    arrangement: { keys: [], arrange },
    navigationFiles,
    includes: includesOf(site.app),
    rewrite: (path, text) =>
      placePictures(path, withTabTitles(withBracketIds(text.replace(TAB, '$1title='))), (written) =>
        /^\/(?!\/)/.test(written) ? joinPath(site.app, `public${written}`) : undefined,
      ),
  }
}

/** The collection of a page or of a list of pages, and its language. */
function placeOf({ collections, languages }: FumadocsSite, path: string): Place | undefined {
  const collection = collections.find(({ folder }) => below(folder, path) !== undefined)
  if (collection === undefined) return undefined
  const whole = (below(collection.folder, path) ?? '').replace(/\.json$/, '')
  const name = withoutPageExtension(whole)
  const [first = '', ...rest] = name.split('/')
  const suffix = SUFFIX.exec(name)?.[1]
  const initial = languages.initial
  const isKnown = (each: string) =>
    languages.names.length > 0 ? languages.names.includes(each) : isLocaleName(each)
  const shown = (language: string | undefined) =>
    language !== undefined && languages.isInAddress(language) ? language : undefined
  if (languages.areFolders && rest.length > 0 && isKnown(first))
    return { collection, inside: rest.join('/'), language: shown(first) }
  if (suffix !== undefined && !languages.areFolders && isKnown(suffix))
    return { collection, inside: name.replace(SUFFIX, ''), language: shown(suffix) }
  return { collection, inside: name, language: shown(initial) }
}

/** The page tree of each collection in each language. Lists of the default language are those of all. */
function arranged(
  pages: ReadonlyMap<string, ArrangedPage>,
  { texts }: LayoutSource,
  site: FumadocsSite,
): NavigationEntry[] {
  const metas = new Map<Collection, Map<string, Map<string, { [key: string]: Literal }>>>()
  const trees = new Map<Collection, Map<string, Map<string, ArrangedPage>>>()
  const initial = site.languages.initial
  const first = initial !== undefined && site.languages.isInAddress(initial) ? initial : ''
  for (const file of texts.keys()) {
    const found = /(?:^|\/)meta(?:\.[\w-]+)?\.json$/.test(file) ? placeOf(site, file) : undefined
    const says = found === undefined ? undefined : readExported(file, texts)
    if (found !== undefined && isRecord(says))
      entered(metas, found.collection, found.language ?? '').set(folderOf(found.inside), says)
  }
  for (const collection of site.collections) entered(trees, collection, first)
  for (const [file, page] of pages) {
    const found = placeOf(site, file)
    if (found !== undefined) entered(trees, found.collection, found.language ?? '').set(found.inside, page)
  }
  return [...trees].flatMap(([collection, languages]) => {
    if (!collection.hasTree) return []
    const own = metas.get(collection)
    return [...languages].flatMap(([language, tree]) =>
      treeEntries({
        pages: tree,
        metas: new Map([...(own?.get(first) ?? []), ...(own?.get(language) ?? [])]),
      }),
    )
  })
}

function entered<Value>(
  all: Map<Collection, Map<string, Map<string, Value>>>,
  collection: Collection,
  language: string,
): Map<string, Value> {
  const languages = all.get(collection) ?? new Map<string, Map<string, Value>>()
  all.set(collection, languages)
  const found = languages.get(language) ?? new Map<string, Value>()
  languages.set(language, found)
  return found
}

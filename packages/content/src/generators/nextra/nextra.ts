import type { Generator } from '../../layout/generator.ts'
import { localeLookup } from '../../layout/locale-folders.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import type { ArrangedPage, LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import type { LocatedValue } from '../../located/located-value.ts'
import { readScript } from '../../located/read-script.ts'
import { isRecord, type Literal, toLiteral } from '../../located/to-literal.ts'
import { joinPath } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { isDocumentationFile, normalizePagePath } from '../../paths/page-path.ts'
import { withBracketIds } from '../parts/bracket-ids.ts'
import { importedSettings } from '../parts/imported-settings.ts'
import { placePictures } from '../parts/pictures.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { withTabTitles } from '../parts/tab-titles.ts'
import { configsAbove, META, type NextraSite, readSite } from './configuration.ts'
import { navigationFiles } from './navigation.ts'
import { metaPlace, pagePlace, routeOf } from './places.ts'
import { hiddenAddresses, presenceByFrontmatter } from './presence.ts'
import { arrangeSidebar, SIDEBAR_KEYS } from './sidebar.ts'
import { titleOfName } from './title-of-name.ts'

/** https://nextra.site: pages in `content`, `pages` or `app`, their order and titles in `_meta` files. */
export const nextra: Generator = {
  name: 'nextra',
  above: { files: ['mjs', 'js', 'ts'].map((ending) => `next.config.${ending}`) },
  files: META,
  // A configuration of Next.js is that of a site only beside lists of pages.
  namedFiles: (file, text, files) =>
    META.test(file) ? [...importedSettings(file, text, files), ...configsAbove(file, files)] : [],
  pageModules: /^nextra(?:-theme-docs)?(?:\/components)?$/,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const site = readSite(source)
  const root = site?.content ?? site?.pages ?? site?.app
  if (site === undefined || root === undefined) return undefined
  const place = (path: string) => pagePlace(site, path)
  const isPage = (path: string) => place(path) !== undefined
  const folders = localeLookup(source.files.filter(isPage), root)
  const language = (path: string) => place(path)?.language ?? folders(path)
  const pagePath = (path: string) => {
    const found = place(path)
    return normalizePagePath(found === undefined ? path : joinPath(found.language ?? '', routeOf(found)))
  }
  const metas = readMetas(source, site)
  const hidden = new Map([...metas].map(([name, says]) => [name, hiddenAddresses(says)]))
  const arrange = (pages: ReadonlyMap<string, ArrangedPage>) => arranged(pages, site, metas)
  const pages = source.files
    .filter((path) => isDocumentationFile(path) && isPage(path))
    .map((path): [string, ArrangedPage] => [path, { path: pagePath(path), frontmatter: {} }])
  return {
    name: 'nextra',
    formats: MARKDOWN_FORMATS,
    root,
    isPage,
    pagePath,
    language,
    siteLanguage: siteLanguage(site.locales[0]),
    version: () => undefined,
    navigation: {
      ...NO_NAVIGATION,
      // The name of a page is its title where it has none, whatever the sidebar calls it.
      pages: arrange(new Map(pages)).map(({ path, ...entry }) => {
        const name = path.slice(path.lastIndexOf('/') + 1)
        return { ...entry, path, title: titleOfName(name || 'index') }
      }),
    },
    navigationIsComplete: false,
    arrangement: { keys: SIDEBAR_KEYS, arrange },
    navigationFiles,
    defaults(path) {
      const found = place(path)
      const isHidden = found && hidden.get(found.language ?? '')?.(routeOf(found))
      return isHidden ? { unlisted: true } : {}
    },
    presence: (_, frontmatter) => presenceByFrontmatter(frontmatter),
    rewrite: (path, text) =>
      placePictures(path, withPlainMarks(text), (written) =>
        /^\/(?!\/)/.test(written) ? joinPath(site.folder, `public${written}`) : undefined,
      ),
  }
}

/** `const a = 1{:js}` in backticks is code with a language. */
const CODE_LANGUAGE = /(?<=`[^`\n]{1,500})\{:[.\w-]{1,40}\}(?=`)/g

function withPlainMarks(text: string): string {
  return withTabTitles(withBracketIds(text.includes('{:') ? text.replace(CODE_LANGUAGE, '') : text))
}

type LanguageMetas = ReadonlyMap<string, ReadonlyMap<string, { [key: string]: Literal }>>

/** What the `_meta` files say, by the language and the route of their folder. */
function readMetas({ files, texts }: LayoutSource, site: NextraSite): LanguageMetas {
  const metas = new Map<string, Map<string, { [key: string]: Literal }>>()
  for (const file of files) {
    const found = META.test(file) && texts.has(file) ? metaPlace(site, file) : undefined
    const says = found === undefined ? undefined : listOf(readScript(file, texts.get(file) ?? '', texts))
    if (found === undefined || !isRecord(says)) continue
    const own = metas.get(found.language ?? '') ?? new Map<string, { [key: string]: Literal }>()
    metas.set(found.language ?? '', own)
    const route = `/${found.parts.join('/')}`
    own.set(route, { ...own.get(route), ...says })
  }
  return metas
}

/** A list with all of its keys: what is known only to a build, such as a title in JSX, is null. */
function listOf(node: LocatedValue | undefined, depth = 0): Literal {
  if (node?.kind !== 'record' || depth > 20) return node?.kind === 'code' ? null : toLiteral(node)
  const list: { [key: string]: Literal } = Object.create(null)
  for (const { key, value } of node.entries) {
    const says = listOf(value, depth + 1)
    if (key !== undefined) list[key] = says
    else if (isRecord(says)) Object.assign(list, says)
  }
  return { ...list }
}

/** The sidebar of each language. Lists that are in no language are those of all. */
function arranged(
  pages: ReadonlyMap<string, ArrangedPage>,
  site: NextraSite,
  metas: LanguageMetas,
): NavigationEntry[] {
  const byLanguage = new Map<string, Map<string, ArrangedPage>>()
  // In `pages`, the default language has no folder of addresses.
  for (const [at, locale] of site.locales.entries())
    byLanguage.set(at === 0 && site.content === undefined ? '' : locale, new Map())
  for (const [file, page] of pages) {
    const found = pagePlace(site, file)
    if (found === undefined) continue
    const own = byLanguage.get(found.language ?? '') ?? new Map<string, ArrangedPage>()
    byLanguage.set(found.language ?? '', own.set(routeOf(found), page))
  }
  return [...byLanguage].flatMap(([language, own]) =>
    arrangeSidebar(own, new Map([...(metas.get('') ?? []), ...(metas.get(language) ?? [])])),
  )
}

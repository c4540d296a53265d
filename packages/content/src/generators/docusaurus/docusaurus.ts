import type { Generator } from '../../layout/generator.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import type { ArrangedPage, LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath } from '../../paths/page-path.ts'
import { placePictures } from '../parts/pictures.ts'
import { docsPlace, readDocusaurus } from './docs-plugins.ts'
import { documentRoute } from './document.ts'
import { navigationFiles } from './navigation.ts'
import { redirectsOf } from './redirects.ts'
import { arrangeSidebars, SIDEBAR_KEYS } from './sidebars.ts'

const PAGES = 'src/pages/'

const ABOVE: Generator['above'] = {
  files: ['', 'website/'].flatMap((site) =>
    ['ts', 'js', 'mjs'].map((ending) => `${site}docusaurus.config.${ending}`),
  ),
  beside: ['', 'website/'].flatMap((site) =>
    ['sidebars.js', 'sidebars.ts', 'sidebars.json', 'versions.json'].map((name) => site + name),
  ),
}

/** https://docusaurus.io: `docs`, `versioned_docs`, translations in `i18n`, and pages in `src/pages`. */
export const docusaurus: Generator = {
  name: 'docusaurus',
  above: ABOVE,
  files:
    /(?:^|\/)(?:(?:[\w-]{1,100}_)?versions\.json|(?:[\w-]{1,100}_)?versioned_sidebars\/[^/]{1,100}\.json|_category_\.(?:json|ya?ml)|i18n\/[\w-]{1,20}\/docusaurus-plugin-content-docs[\w-]{0,100}\/(?:current|version-[^/]{1,100})\.json|docusaurus\.config\.[cm]?[jt]s|(?:[\w.-]{0,100}[.-])?sidebars?[\w.-]{0,100}\.(?:[cm]?[jt]s|json))$/,
  pageModules:
    /^(?:@theme(?:-original|-init)?\/|@docusaurus\/(?:Link|Head|Translate|BrowserOnly|useBaseUrl|useDocusaurusContext|Interpolate|router)$)/,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const site = readDocusaurus(source)
  const [main] = site?.plugins ?? []
  if (site === undefined || main === undefined) return undefined
  const place = (path: string) => docsPlace(path, site)
  const layout: SiteLayout = {
    name: 'docusaurus',
    formats: MARKDOWN_FORMATS,
    root: main.versions[0]?.folder ?? joinPath(site.folder, 'docs'),
    isPage(path) {
      const found = place(path)
      if (found !== undefined) return !found.plugin.leftOut.file(found.inside)
      const inside = below(joinPath(site.folder, PAGES.slice(0, -1)), path)
      return inside !== undefined && !/(?:^|\/)_/.test(inside) && !site.leavesOutPage(inside)
    },
    pagePath(path, frontmatter = {}) {
      const found = place(path)
      if (found !== undefined) return documentRoute(found, frontmatter)
      return normalizePagePath(
        withoutPageExtension(below(joinPath(site.folder, PAGES.slice(0, -1)), path) ?? path),
      )
    },
    siteFolder: site.folder,
    hasModules: site.hasModules,
    language: (path) => place(path)?.language,
    siteLanguage: site.language,
    version(path) {
      const found = place(path)
      const isVersioned = found?.plugin.versions.some(({ name }) => name !== undefined)
      return isVersioned ? (found?.version.name ?? 'current') : undefined
    },
    isCurrentVersion: (path) => place(path)?.version.isCurrent,
    contentFolders(path) {
      const found = place(path)
      if (found === undefined) return [layout.root]
      return [...new Set([path.slice(0, -1 - found.inside.length), found.version.folder])]
    },
    rewrite: (path, text) => placePictures(path, text, (written) => pictureOf(site.folder, written)),
    navigation: NO_NAVIGATION,
    navigationIsComplete: false,
    isPlacedByPages: true,
    navigationFiles,
    arrangement: {
      keys: SIDEBAR_KEYS,
      arrange: (pages) => arrangeSidebars(source, site, pages).entries,
    },
  }
  const pages = new Map(
    source.files
      .filter((path) => isDocumentationFile(path) && layout.isPage(path))
      .map((path): [string, ArrangedPage] => [path, { path: layout.pagePath(path), frontmatter: {} }]),
  )
  const { entries, problems } = arrangeSidebars(source, site, pages)
  // What sidebars call a page is no title of it.
  const untitled = entries.map(({ title: _, ...entry }) => entry)
  return { ...layout, navigation: { pages: untitled, redirects: redirectsOf(source, site), problems } }
}

/** Absolute addresses are in the folder `static`. @see https://docusaurus.io/docs/static-assets */
function pictureOf(site: string, written: string): string | undefined {
  const inSite = /^@site\/(.+)$/.exec(written)?.[1]
  const inStatic = /^(?:pathname:\/\/)?\/(?!\/)(.+)$/.exec(written)?.[1]
  if (inSite === undefined && inStatic === undefined) return undefined
  return joinPath(site, inSite ?? joinPath('static', inStatic ?? ''))
}

import GithubSlugger from 'github-slugger'
import type { Generator } from '../../layout/generator.ts'
import { FOLDER_LINKS } from '../../layout/link-style.ts'
import { localeLookup } from '../../layout/locale-folders.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { ArrangedPage, LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { ALL_MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath } from '../../paths/page-path.ts'
import { withoutBase } from '../../paths/resolve-link.ts'
import { importPathFiles, importPaths } from '../parts/import-paths.ts'
import { importedSettings } from '../parts/imported-settings.ts'
import { placePictures } from '../parts/pictures.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { withCodeTitles } from './code-titles.ts'
import { type Locale, readSettings } from './configuration.ts'
import { CONFIG, navigationFiles } from './navigation.ts'
import { presenceOfPage } from './presence.ts'
import { arrangeSidebar, SIDEBAR_KEYS } from './sidebar.ts'

const CONTENT = 'src/content/docs'
/** Since Astro 5, the file with the collections lies beside their folder. */
const COLLECTIONS = /(?:^|\/)src\/content\.config\.[cm]?[jt]s$/
const OLDER_COLLECTIONS = /(?:^|\/)src\/content\/config\.[cm]?[jt]s$/
/** What is no page: https://github.com/withastro/starlight, `loaders.ts`. */
const PARTIAL = /(?:^|\/)_[^/]*$/
/** The same before Astro 5: https://docs.astro.build/en/guides/content-collections, "Excluding". */
const PARTIAL_OF_COLLECTION = /(?:^|\/)_/

/** https://starlight.astro.build: pages in `src/content/docs` of an Astro project, translations in folders of theirs. */
export const starlight: Generator = {
  name: 'starlight',
  above: { files: ['mjs', 'ts', 'js', 'mts'].map((ending) => `astro.config.${ending}`) },
  files: new RegExp(`${CONFIG.source}|${COLLECTIONS.source}|${OLDER_COLLECTIONS.source}`),
  namedFiles: (file, text, files) => [
    ...importedSettings(file, text, files),
    ...importPathFiles(file, files),
  ],
  pageModules: /^(?:@astrojs\/starlight\/components|astro:assets$)/,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, CONFIG)
  if (file === undefined) return undefined
  const site = folderOf(file)
  const root = joinPath(site, CONTENT)
  if (!source.files.some((path) => path.startsWith(`${root}/`))) return undefined
  const settings = readSettings(file, source.texts)
  const { base, redirects } = settings
  const isPartial = isOlder(source.files, site) ? PARTIAL_OF_COLLECTION : PARTIAL
  const isPage = (path: string) => {
    const inside = below(root, path)
    return inside !== undefined && !isPartial.test(inside) && withoutPageExtension(inside) !== '404'
  }
  const slugger = new GithubSlugger()
  const slug = (part: string) => {
    slugger.reset()
    return slugger.slug(part)
  }
  const pagePath = (path: string, frontmatter: Readonly<Record<string, unknown>> = {}) => {
    if (typeof frontmatter.slug === 'string') return normalizePagePath(frontmatter.slug)
    const inside = withoutPageExtension(below(root, path) ?? path)
    return normalizePagePath(inside.split('/').map(slug).join('/'))
  }
  const arrange = (pages: ReadonlyMap<string, ArrangedPage>) => arrangeSidebar(settings, root, pages)
  const pages = source.files
    .filter((path) => isDocumentationFile(path) && isPage(path))
    .map((path): [string, ArrangedPage] => [path, { path: pagePath(path), frontmatter: {} }])
  return {
    name: 'starlight',
    formats: ALL_MARKDOWN_FORMATS,
    unreadFormats: ['.mdoc'],
    root,
    isPage,
    pagePath,
    language: languageLookup(settings.locales, root) ?? localeLookup(source.files.filter(isPage), root),
    siteLanguage: siteLanguage(settings.locales?.[0]?.tag),
    version: () => undefined,
    navigation: {
      // What a sidebar calls a page is no title of it.
      pages: arrange(new Map(pages)).map(({ title: _, ...entry }) => entry),
      redirects: withBase(redirects, base),
      problems: [],
    },
    navigationIsComplete: false,
    arrangement: { keys: SIDEBAR_KEYS, arrange },
    isPlacedByPages: true,
    links: FOLDER_LINKS,
    navigationFiles,
    importPaths: importPaths(source, site),
    presence: presenceOfPage,
    rewrite: (path, text) =>
      placePictures(path, withCodeTitles(text), (written) =>
        /^\/(?!\/)/.test(written) ? joinPath(site, `public${withoutBase(written, base)}`) : undefined,
      ),
  }
}

function isOlder(files: readonly string[], site: string): boolean {
  const has = (pattern: RegExp) => files.some((file) => pattern.test(below(site, file) ?? ''))
  return has(OLDER_COLLECTIONS) && !has(COLLECTIONS)
}

function languageLookup(locales: readonly Locale[] | undefined, root: string) {
  if (locales === undefined) return undefined
  const folders = new Set(locales.flatMap(({ folder }) => folder ?? []))
  return (path: string) => {
    const [first = ''] = withoutPageExtension(below(root, path) ?? path).split('/')
    return folders.has(first) ? first : undefined
  }
}

/** Astro has links to pages written with the base of the site. */
function withBase(redirects: SiteLayout['navigation']['redirects'], base: string) {
  const whole = normalizePagePath(base)
  return whole === '/' ? redirects : [...redirects, { source: `${whole}/:path*`, destination: '/:path*' }]
}

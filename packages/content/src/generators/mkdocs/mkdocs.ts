import { objectOf } from '../../basics/records.ts'
import type { Generator } from '../../layout/generator.ts'
import { FOLDER_LINKS } from '../../layout/link-style.ts'
import { localeLookup } from '../../layout/locale-folders.ts'
import type { Navigation } from '../../layout/navigation.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { ALL_MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { MARKDOWN_EXTENSION, withoutAddressExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile } from '../../paths/page-path.ts'
import { SUMMARY_FILE } from '../../paths/summary-page.ts'
import { placePictures } from '../parts/pictures.ts'
import { siteLanguage } from '../parts/site-language.ts'
import { postRoutes } from './blog.ts'
import { pluginOf, readConfiguration, type Settings, textOf } from './configuration.ts'
import { extensionOf } from './extensions.ts'
import { mkdocsIds } from './heading-ids.ts'
import { includesOf } from './included-texts.ts'
import { type LocalFile, languagesOf } from './languages.ts'
import { folderDefaults, leftOut, presenceByMeta } from './left-out.ts'
import { CONFIG, navigationFiles } from './navigation.ts'
import { inLanguage, routeOf, siteList } from './site-list.ts'
import { unreadPlugins } from './unread-plugins.ts'

const NAVIGATION = ['nav', 'plugins.*.redirects.redirect_maps', 'plugins.redirects.redirect_maps']

/** Of literate-nav: the files with the lists of their folders. */
const NAV_FILE = /^[ \t]{1,20}nav_file:[ \t]*["']?([\w.-]{1,100})["']?[ \t]*$/m

/** https://www.mkdocs.org: `mkdocs.yml` with the folder of the pages (`docs_dir`) and their order (`nav`). */
export const mkdocs: Generator = {
  name: 'mkdocs',
  above: { files: ['mkdocs.yml', 'mkdocs.yaml'] },
  // A configuration that others inherit is named like them.
  files: new RegExp(`${/(?:^|\/)mkdocs[\w.-]{0,100}\.ya?ml$/.source}|${SUMMARY_FILE.source}`),
  namedFiles(file, text, files) {
    const name = CONFIG.test(file) ? NAV_FILE.exec(text)?.[1] : undefined
    if (name === undefined || !isDocumentationFile(name)) return []
    return files.filter((each) => each.slice(each.lastIndexOf('/') + 1) === name)
  },
  folderFiles: /(?:^|\/)(?:\.meta\.ya?ml|\.pages)$/,
  settings: [
    { file: /mkdocs[^/]{0,100}\.ya?ml$/i, navigation: NAVIGATION },
    // A configuration that others inherit can have any name.
    {
      file: /\.ya?ml$/i,
      navigation: NAVIGATION,
      marks: /^(?:markdown_extensions|INHERIT|mdx_configs|extra_templates)$/,
    },
    { file: /(?:^|\/)(?:zensical|properdocs)\.(?:toml|ya?ml)$/i, navigation: ['nav', 'project.nav'] },
  ],
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, CONFIG)
  if (file === undefined) return undefined
  const { settings, text, problems } = readConfiguration(file, source.texts)
  const folder = textOf(settings.docs_dir, 'docs').replace(/^\.\/+|(?<!\/)\/+$/g, '')
  const root = joinPath(folderOf(file), folder === '.' ? '' : folder)
  const isLeftOut = leftOut(settings, text)
  const languages = languagesOf(settings)
  const files = new Set(source.files)
  const isPage = (path: string) => {
    const inside = below(root, path)
    // With an index.md beside it, a README.md is left out: https://www.mkdocs.org/user-guide/writing-your-docs/#index-pages.
    const isReadme = withoutAddressExtension(path) === joinPath(folderOf(path), 'README')
    const index = joinPath(folderOf(path), `index${MARKDOWN_EXTENSION}`)
    if (inside === undefined || isLeftOut(inside) || (isReadme && files.has(index))) return false
    return languages === undefined || languages.find(inside) !== undefined
  }
  const place = (path: string): Partial<LocalFile> & { inside: string } => {
    const inside = below(root, path) ?? path
    return languages?.find(inside) ?? { inside }
  }
  const postRoute = postRoutes(settings)
  const pages = source.files.filter((path) => isDocumentationFile(path) && isPage(path))
  const list = siteList(source, { settings, root, languages, pages: pages.map((path) => place(path).inside) })
  return {
    name: 'mkdocs',
    formats: ALL_MARKDOWN_FORMATS,
    root,
    isPage,
    pagePath(path, frontmatter = {}, heading) {
      const { inside, language } = place(path)
      return inLanguage(postRoute(inside, frontmatter, heading) ?? routeOf(inside), language)
    },
    language: languages ? (path) => place(path).language?.name : localeLookup(pages, root),
    siteLanguage: languageOfSite(settings),
    version: () => undefined,
    navigation: {
      pages: list.entries(() => undefined),
      redirects: redirectsOf(settings),
      problems: [...problems, ...unreadPlugins(settings, file, source.texts.get(file) ?? '')],
    },
    navigationIsComplete: false,
    links: FOLDER_LINKS,
    navigationFiles,
    defaults: folderDefaults(source, root, settings),
    presence: (_, frontmatter) => presenceByMeta(frontmatter),
    rewrite: (path, text) =>
      /(?:\]\(|src=["'])\//.test(text)
        ? placePictures(path, text, (written) =>
            /^\/(?!\/)/.test(written) ? joinPath(root, written.slice(1)) : undefined,
          )
        : text,
    headingIds: mkdocsIds(extensionOf(settings.markdown_extensions, 'toc'), text),
    includes: includesOf({ site: folderOf(file), root, extensions: settings.markdown_extensions }),
    ...(list.hasUntitled && {
      arrangement: {
        keys: [],
        arrange: (known) => list.entries((inside) => known.get(joinPath(root, inside))?.title),
      },
    }),
  }
}

/** Material calls it `language`, the themes of MkDocs `locale`. */
function languageOfSite(settings: Settings): string | undefined {
  const { language, locale } = objectOf(settings.theme)
  return siteLanguage(language, locale)
}

/** Those of mkdocs-redirects: `redirect_maps` from file to file. */
function redirectsOf(settings: Settings): Navigation['redirects'] {
  const maps = objectOf(pluginOf(settings, 'redirects')?.redirect_maps)
  return Object.entries(maps).flatMap(([from, to]) => {
    if (typeof to !== 'string') return []
    const destination = /^[a-z]+:\/\//i.test(to) ? to : routeOf(to.replace(/#.*$/s, ''))
    return [{ source: routeOf(from), destination }]
  })
}

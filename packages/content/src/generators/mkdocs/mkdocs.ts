import { defined } from '../../basics/defined.ts'
import type { Generator } from '../../layout/generator.ts'
import { FOLDER_LINKS } from '../../layout/link-style.ts'
import { localeLookup } from '../../layout/locale-folders.ts'
import type { Navigation, NavigationEntry } from '../../layout/navigation.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { readYaml } from '../../located/read-yaml.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { MARKDOWN_EXTENSION, withoutAddressExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath } from '../../paths/page-path.ts'
import { MARKDOWN_ALIASES } from '../../paths/unread-formats.ts'
import { extensionOf } from './extensions.ts'
import { mkdocsIds } from './heading-ids.ts'
import { includesOf } from './included-texts.ts'
import { folderDefaults, leftOut, presenceByMeta } from './left-out.ts'
import { CONFIG, navigationFiles } from './navigation.ts'

const NAVIGATION = ['nav', 'plugins.*.redirects.redirect_maps', 'plugins.redirects.redirect_maps']

/** https://www.mkdocs.org: `mkdocs.yml` with the folder of the pages (`docs_dir`) and their order (`nav`). */
export const mkdocs: Generator = {
  name: 'mkdocs',
  files: CONFIG,
  folderFiles: /(?:^|\/)\.meta\.ya?ml$/,
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
  const text = source.texts.get(file) ?? ''
  const { config, problem } = readConfig(text)
  const folder =
    typeof config.docs_dir === 'string' ? config.docs_dir.replace(/^\.\/+|(?<!\/)\/+$/g, '') : 'docs'
  const root = joinPath(folderOf(file), folder === '.' ? '' : folder)
  const isLeftOut = leftOut(config, text)
  const files = new Set(source.files)
  const isPage = (path: string) => {
    const inside = below(root, path)
    // With an index.md beside it, a README.md is left out: https://www.mkdocs.org/user-guide/writing-your-docs/#index-pages.
    const isReadme = withoutAddressExtension(path) === joinPath(folderOf(path), 'README')
    const index = joinPath(folderOf(path), `index${MARKDOWN_EXTENSION}`)
    return inside !== undefined && !isLeftOut(inside) && !(isReadme && files.has(index))
  }
  const navigation: Navigation = {
    pages: navEntries(config.nav, []),
    redirects: redirectsOf(config.plugins),
    problems:
      problem === undefined
        ? []
        : [{ file, line: 1, column: 1, rule: 'navigation-invalid', message: problem, severity: 'error' }],
  }
  return {
    name: 'mkdocs',
    formats: MARKDOWN_FORMATS,
    unreadFormats: MARKDOWN_ALIASES,
    root,
    isPage,
    pagePath: (path) => routeOf(below(root, path) ?? path),
    language: localeLookup(source.files.filter(isPage), root),
    version: () => undefined,
    navigation,
    navigationIsComplete: false,
    links: FOLDER_LINKS,
    navigationFiles,
    defaults: folderDefaults(source, root, config),
    presence: (_, frontmatter) => presenceByMeta(frontmatter),
    headingIds: mkdocsIds(extensionOf(config.markdown_extensions, 'toc'), text),
    includes: includesOf({ site: folderOf(file), root, extensions: config.markdown_extensions }),
  }
}

/** `README.md` is the index of its folder, like `index.md`. */
function routeOf(inside: string): string {
  const path = withoutAddressExtension(inside)
  return normalizePagePath(path.replace(/(^|\/)README$/, '$1index'))
}

function readConfig(text: string): { config: Record<string, unknown>; problem?: string } {
  try {
    const config = readYaml(text)
    return { config: isObject(config) ? config : {} }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    return { config: {}, problem: `The file is not valid YAML: ${reason}.` }
  }
}

function navEntries(nav: unknown, breadcrumb: string[], depth = 0): NavigationEntry[] {
  if (!Array.isArray(nav) || depth > 20) return []
  return nav.flatMap((item): NavigationEntry[] => {
    if (typeof item === 'string') return entry(item, breadcrumb)
    if (!isObject(item)) return []
    return Object.entries(item).flatMap(([title, value]) =>
      typeof value === 'string'
        ? entry(value, breadcrumb, title)
        : navEntries(value, [...breadcrumb, title], depth + 1),
    )
  })
}

function entry(written: string, breadcrumb: string[], title?: string): NavigationEntry[] {
  if (!isDocumentationFile(written)) return []
  return [{ path: routeOf(written), breadcrumb, ...defined({ title }), line: 1, column: 1 }]
}

/** Those of mkdocs-redirects: `redirect_maps` from file to file. */
function redirectsOf(plugins: unknown): Navigation['redirects'] {
  const settings = (Array.isArray(plugins) ? plugins : [plugins])
    .map((plugin) => (isObject(plugin) ? plugin.redirects : undefined))
    .find(isObject)
  const maps = settings?.redirect_maps
  if (!isObject(maps)) return []
  return Object.entries(maps).flatMap(([from, to]) => {
    if (typeof to !== 'string') return []
    const destination = /^[a-z]+:\/\//i.test(to) ? to : routeOf(to.replace(/#.*$/s, ''))
    return [{ source: routeOf(from), destination }]
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { Generator } from '../../layout/generator.ts'
import { isLocaleName } from '../../layout/locale-folders.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { readExported } from '../../located/read-literal.ts'
import { isRecord, type Literal } from '../../located/to-literal.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { pageFileNames, withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath } from '../../paths/page-path.ts'
import { includesOf } from './included-texts.ts'
import { leftOut } from './left-out.ts'
import { navigationFiles } from './navigation.ts'

const META = /(?:^|\/)meta(?:\.[a-z-]+)?\.json$/i
/** `page.de.mdx`: the language stands before the extension. */
const LOCALE_SUFFIX = /\.([a-z]{2}(?:-[a-z]{2,4})?)$/i

/** https://fumadocs.dev: pages in `content/docs`, served under `/docs`; `meta.json` gives titles and order of a folder. */
export const fumadocs: Generator = {
  name: 'fumadocs',
  files: /(?:^|\/)(?:meta\.json|source\.config\.[cm]?[jt]s)$/,
  pageModules: /^fumadocs-ui\//,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const config = shallowest(source.files, /(?:^|\/)source\.config\.[cm]?[jt]s$/)
  const meta = shallowest(source.files, /(?:^|\/)content\/docs\/meta\.json$/)
  if (config === undefined && meta === undefined) return undefined
  const root = meta === undefined ? joinPath(folderOf(config ?? ''), 'content/docs') : folderOf(meta)
  if (!source.files.some((path) => path.startsWith(`${root}/`))) return undefined
  const language = (path: string) => {
    const suffix = LOCALE_SUFFIX.exec(withoutPageExtension(path))?.[1]
    return suffix !== undefined && isLocaleName(suffix) ? suffix : undefined
  }
  const isLeftOut = leftOut(config, source)
  const isPage = (path: string) => {
    const inside = below(root, path)
    return inside !== undefined && !isLeftOut(inside)
  }
  const pagePath = (path: string) => {
    const locale = language(path)
    const inside = withoutPageExtension(below(root, path) ?? path)
    const stem = locale === undefined ? inside : inside.replace(LOCALE_SUFFIX, '')
    const parts = stem.split('/').filter((part) => !/^\(.*\)$/.test(part))
    return normalizePagePath(joinPath(locale ?? '', 'docs', parts.join('/')))
  }
  const pages = source.files.filter((path) => isDocumentationFile(path) && isPage(path))
  return {
    name: 'fumadocs',
    formats: MARKDOWN_FORMATS,
    root,
    isPage,
    pagePath,
    language,
    version: () => undefined,
    navigation: {
      ...NO_NAVIGATION,
      pages: metaEntries(source, root, new Map(pages.map((path) => [path, pagePath(path)]))),
    },
    navigationIsComplete: false,
    navigationFiles,
    includes: includesOf(folderOf(config ?? folderOf(root))),
  }
}

/** The pages in the order of the `meta.json` files; `...` stands for the rest of a folder. */
function metaEntries(
  { texts }: LayoutSource,
  root: string,
  pages: ReadonlyMap<string, string>,
): NavigationEntry[] {
  const metas = new Map<string, { [key: string]: Literal }>()
  for (const file of texts.keys()) {
    const inside = META.test(file) ? below(root, file) : undefined
    const meta = inside === undefined ? undefined : readExported(file, texts)
    if (inside !== undefined && isRecord(meta)) {
      metas.set(folderOf(inside), meta)
    }
  }
  const entries: NavigationEntry[] = []
  const add = (name: string, breadcrumb: string[]) => {
    const path = pageFileNames(joinPath(root, name), 'mdx', 'markdown')
      .map((file) => pages.get(file))
      .find((found) => found)
    if (path !== undefined) entries.push({ path, breadcrumb, line: 1, column: 1 })
    return path !== undefined
  }
  const walk = (folder: string, breadcrumb: string[], depth: number) => {
    const meta = metas.get(folder)
    if (meta === undefined || depth > 20 || !Array.isArray(meta.pages)) return
    const around = typeof meta.title === 'string' && folder !== '' ? [...breadcrumb, meta.title] : breadcrumb
    for (const item of meta.pages) {
      if (item === '...' || item === 'z...a') rest(folder, meta.pages, around)
      if (typeof item !== 'string' || /^(?:---|\.\.\.$|!|\[|external:)/.test(item)) continue
      const name = joinPath(folder, item.replace(/^\.\.\.|^\.\//, ''))
      if (add(name, around)) continue
      walk(name, around, depth + 1)
    }
  }
  /** What a folder has beside the names that its file lists, by the names of the files. */
  const rest = (folder: string, items: readonly Literal[], breadcrumb: string[]) => {
    const named = new Set(items.map((item) => String(item).replace(/^(?:\.\.\.|!)?(?:\.\/)?/, '')))
    for (const [file, path] of pages) {
      const inside = below(joinPath(root, folder), file)
      const [name = ''] = withoutPageExtension(inside ?? '').split('/')
      if (inside !== undefined && !named.has(name.replace(LOCALE_SUFFIX, '')))
        entries.push({ path, breadcrumb, line: 1, column: 1 })
    }
  }
  walk('', [], 0)
  return entries
}

import type { Generator } from '../../layout/generator.ts'
import { localeLookup } from '../../layout/locale-folders.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { readExported } from '../../located/read-literal.ts'
import { isRecord, type Literal } from '../../located/to-literal.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath } from '../../paths/page-path.ts'
import { navigationFiles } from './navigation.ts'
import { hiddenAddresses, presenceByFrontmatter } from './presence.ts'

const META = /(?:^|\/)_meta\.(?:global\.)?(?:json|[jt]sx?)$/
const ROOT = /^(?:(.*)\/)?((?:src\/)?(?:content|pages|app))(?=\/)/
/** Routes of Next.js in its folder `pages` that are no pages of the documentation. */
const SPECIAL = /^(?:404|500)$|^api\//

/** https://nextra.site: pages in `content`, `pages` or `app`, their order and titles in `_meta` files. */
export const nextra: Generator = {
  name: 'nextra',
  files: /(?:^|\/)_meta\.(?:global\.)?(?:json|[jt]sx?)$/,
  pageModules: /^nextra(?:-theme-docs)?(?:\/components)?$/,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const metas = source.files.filter((path) => META.test(path))
  const [first] = metas.toSorted((one, other) => one.split('/').length - other.split('/').length)
  if (first === undefined) return undefined
  const found = ROOT.exec(first)
  const root = found === null ? folderOf(first) : joinPath(found[1] ?? '', found[2] ?? '')
  const isApp = /(?:^|\/)app$/.test(root)
  const hasSpecial = /(?:^|\/)pages$/.test(root)
  const isPage = (path: string) => {
    const inside = below(root, path)
    if (inside === undefined || /(?:^|\/)_/.test(inside)) return false
    if (hasSpecial && SPECIAL.test(withoutPageExtension(inside))) return false
    return !isApp || /(?:^|\/)page$/.test(withoutPageExtension(inside))
  }
  const pagePath = (path: string) => {
    const inside = withoutPageExtension(below(root, path) ?? path)
    const route = isApp ? inside.replace(/(^|\/)page$/, '$1index') : inside
    return normalizePagePath(
      route
        .split('/')
        .filter((part) => !/^\(.*\)$/.test(part))
        .join('/'),
    )
  }
  const pages = source.files.filter((path) => isDocumentationFile(path) && isPage(path))
  const says = readMetas(source, root)
  const isHidden = hiddenAddresses(says)
  const navigation = metaEntries(says, new Set(pages.map(pagePath)))
  return {
    name: 'nextra',
    formats: MARKDOWN_FORMATS,
    root,
    isPage,
    pagePath,
    language: localeLookup(pages, root),
    version: () => undefined,
    navigation: { ...NO_NAVIGATION, pages: navigation },
    navigationIsComplete: false,
    navigationFiles,
    defaults: (path) => (isHidden(pagePath(path)) ? { unlisted: true } : {}),
    presence: (_, frontmatter) => presenceByFrontmatter(frontmatter),
  }
}

/** What the `_meta` files say, by the address of their folder. */
function readMetas({ files, texts }: LayoutSource, root: string): ReadonlyMap<string, Literal> {
  const metas = new Map<string, Literal>()
  for (const file of files) {
    const inside = META.test(file) ? below(root, file) : undefined
    const text = texts.get(file)
    if (inside === undefined || text === undefined) continue
    const folder = normalizePagePath(folderOf(inside))
    metas.set(folder, readExported(file, texts))
  }
  return metas
}

/** The pages in the order of the `_meta` files, folder by folder. */
function metaEntries(metas: ReadonlyMap<string, Literal>, pages: ReadonlySet<string>): NavigationEntry[] {
  const entries: NavigationEntry[] = []
  const walk = (folder: string, breadcrumb: string[], depth: number) => {
    const meta = metas.get(folder)
    if (!isRecord(meta) || depth > 20) return
    for (const [key, value] of Object.entries(meta)) {
      if (
        isRecord(value) &&
        (value.display === 'hidden' || value.type === 'separator' || value.href !== undefined)
      )
        continue
      const path = normalizePagePath(`${folder}/${key}`)
      const title =
        typeof value === 'string'
          ? value
          : isRecord(value) && typeof value.title === 'string'
            ? value.title
            : key
      if (pages.has(path)) entries.push({ path, breadcrumb, line: 1, column: 1 })
      if (metas.has(path) && path !== folder) walk(path, [...breadcrumb, title], depth + 1)
    }
  }
  walk('/', [], 0)
  return entries
}

import { githubIds, type HeadingIds } from '../../formats/page/heading-ids.ts'
import type { Generator } from '../../layout/generator.ts'
import { localeLookup } from '../../layout/locale-folders.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import type { ArrangedPage, LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { yamlRecord } from '../../located/read-yaml.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath } from '../../paths/page-path.ts'
import { importedSettings } from '../parts/imported-settings.ts'
import { withComponents } from './components.ts'
import { FILES, FOLDER, readSite } from './configuration.ts'
import { addressOf } from './page-address.ts'
import { type Folders, TREE_KEYS, treeEntries } from './page-tree.ts'

const APPLICATIONS = ['ts', 'js', 'mjs'].flatMap((end) => [`content.config.${end}`, `nuxt.config.${end}`])

/** https://content.nuxt.com: pages in `content`, in the order of the numbers before their names; also Docus and undocs. */
export const nuxtContent: Generator = {
  name: 'nuxt-content',
  above: { files: [...APPLICATIONS, '.config/docs.yaml', '.config/docs.yml'] },
  files: FILES,
  folderFiles: FOLDER,
  namedFiles: importedSettings,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const site = readSite(source)
  if (site === undefined) return undefined
  const { root, collections } = site
  const collectionOf = (inside: string) => collections.find(({ fits }) => fits(inside))
  const isPage = (path: string) => {
    const inside = below(root, path)
    if (inside === undefined || /(?:^|\/)[._]/.test(inside)) return false
    return collections.length === 0 || collectionOf(inside) !== undefined
  }
  const pagePath = (path: string, frontmatter: Readonly<Record<string, unknown>> = {}) => {
    if (typeof frontmatter.path === 'string') return normalizePagePath(frontmatter.path)
    const inside = below(root, path) ?? path
    const { from, to } = collectionOf(inside) ?? { from: '', to: '' }
    const rest = withoutPageExtension(inside).slice(from.length)
    return normalizePagePath(joinPath(addressOf(withoutPageExtension(to)), addressOf(rest)))
  }
  const folders = foldersOf(source, root)
  const arrange = (pages: ReadonlyMap<string, ArrangedPage>) =>
    treeEntries(
      new Map([...pages].map(([path, page]) => [withoutPageExtension(below(root, path) ?? path), page])),
      folders,
    )
  const pages = source.files
    .filter((path) => isDocumentationFile(path) && isPage(path))
    .map((path): [string, ArrangedPage] => [path, { path: pagePath(path), frontmatter: {} }])
  return {
    name: 'nuxt-content',
    formats: MARKDOWN_FORMATS,
    root,
    isPage,
    pagePath,
    language: localeLookup(source.files.filter(isPage), root),
    version: () => undefined,
    navigation: {
      ...NO_NAVIGATION,
      // What a sidebar calls a page is no title of it.
      pages: arrange(new Map(pages)).map(({ title: _, ...entry }) => entry),
    },
    navigationIsComplete: false,
    arrangement: { keys: TREE_KEYS, arrange },
    isPlacedByPages: true,
    headingIds: mdcIds,
    presence: (file) => (/\.draft$/.test(withoutPageExtension(file)) ? { state: 'draft' } : undefined),
    rewrite: (_, text) => withComponents(text),
  }
}

function foldersOf({ texts }: LayoutSource, root: string): Folders {
  const found = [...texts].flatMap(([file, text]): [string, Record<string, unknown>][] => {
    const folder = FOLDER.test(file) ? below(root, file) : undefined
    return folder === undefined ? [] : [[folderOf(folder), yamlRecord(text)]]
  })
  return new Map(found)
}

/** As the compiler of @nuxtjs/mdc has it. */
function mdcIds(): HeadingIds {
  const ids = githubIds()
  const shown = (id: string) => id.replace(/-+/g, '-').replace(/^-|-$/g, '').replace(/^(\d)/, '_$1')
  return { take: ids.take, of: (text) => shown(ids.of(text)) }
}

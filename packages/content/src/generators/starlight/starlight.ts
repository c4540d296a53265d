import GithubSlugger from 'github-slugger'
import type { Generator } from '../../layout/generator.ts'
import { FOLDER_LINKS } from '../../layout/link-style.ts'
import { localeLookup } from '../../layout/locale-folders.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import { shallowest } from '../../layout/shallowest.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { readKey } from '../../located/read-literal.ts'
import { isRecord, type Literal } from '../../located/to-literal.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath } from '../../paths/page-path.ts'
import { MARKDOWN_ALIASES } from '../../paths/unread-formats.ts'
import { sidebarEntries } from '../parts/navigation-items.ts'
import { CONFIG, navigationFiles } from './navigation.ts'
import { presenceByFrontmatter } from './presence.ts'

const CONTENT = 'src/content/docs'

/** https://starlight.astro.build: pages in `src/content/docs` of an Astro project, translations in folders of theirs. */
export const starlight: Generator = {
  name: 'starlight',
  files: CONFIG,
  pageModules: /^(?:@astrojs\/starlight\/components|astro:assets$)/,
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, CONFIG)
  if (file === undefined) return undefined
  const root = joinPath(folderOf(file), CONTENT)
  if (!source.files.some((path) => path.startsWith(`${root}/`))) return undefined
  const isPage = (path: string) => {
    const inside = below(root, path)
    return inside !== undefined && !/(?:^|\/)_/.test(inside)
  }
  const language = localeLookup(source.files.filter(isPage), root)
  // A sidebar is that of the first language; the folders of translations are none of its groups.
  const pages = source.files.filter(
    (path) => isPage(path) && isDocumentationFile(path) && language(path) === undefined,
  )
  const slugger = new GithubSlugger()
  const slug = (part: string) => {
    slugger.reset()
    return slugger.slug(part)
  }
  return {
    name: 'starlight',
    formats: MARKDOWN_FORMATS,
    unreadFormats: [...MARKDOWN_ALIASES, '.mdoc'],
    root,
    isPage,
    pagePath(path, frontmatter = {}) {
      if (typeof frontmatter.slug === 'string') return normalizePagePath(frontmatter.slug)
      const inside = withoutPageExtension(below(root, path) ?? path)
      return normalizePagePath(inside.split('/').map(slug).join('/'))
    },
    language,
    version: () => undefined,
    navigation: {
      ...NO_NAVIGATION,
      pages: sidebarEntries(
        expanded(readKey(file, source.texts, 'sidebar'), addressesOf(pages, root, slug)),
        {
          titles: ['label'],
          children: ['items'],
          pages: ['slug', 'link'],
          toPath: (written) => written.replace(/[?#].*$/s, ''),
        },
      ),
    },
    navigationIsComplete: false,
    isPlacedByPages: true,
    links: FOLDER_LINKS,
    navigationFiles,
    presence: (_, frontmatter) => presenceByFrontmatter(frontmatter),
  }
}

/** Addresses without a leading slash, in the order of their files. */
function addressesOf(pages: readonly string[], root: string, slug: (part: string) => string): string[] {
  return pages
    .map((path) => withoutPageExtension(below(root, path) ?? path).replace(/(^|\/)index$/, '$1'))
    .sort()
    .map((inside) => inside.split('/').map(slug).join('/'))
}

const DEEPEST = 20

/** Groups that Starlight makes from a folder, with their pages; `sidebar.order` of a page is not followed. */
function expanded(node: Literal, addresses: readonly string[], depth = 0): Literal {
  if (depth > DEEPEST) return node
  if (Array.isArray(node)) return node.map((item) => expanded(item, addresses, depth + 1))
  if (!isRecord(node)) return node
  const { autogenerate, items } = node
  if (isRecord(autogenerate) && typeof autogenerate.directory === 'string') {
    const directory = autogenerate.directory.replace(/^\/+|(?<!\/)\/+$/g, '')
    return { ...node, items: folderItems(directory, addresses, depth) }
  }
  return items === undefined ? node : { ...node, items: expanded(items, addresses, depth + 1) }
}

/** Its page first, then pages and folders by their names. */
function folderItems(directory: string, addresses: readonly string[], depth: number): Literal[] {
  const items: Literal[] = []
  const folders = new Set<string>()
  for (const address of addresses) {
    const inside = address === `${directory}/` ? '' : below(directory, address)
    if (inside === undefined) continue
    const [first = '', ...rest] = inside.split('/')
    if (rest.length === 0) items.push(address)
    else if (!folders.has(first) && depth < DEEPEST) {
      folders.add(first)
      items.push({ label: first, items: folderItems(joinPath(directory, first), addresses, depth + 1) })
    }
  }
  return items
}

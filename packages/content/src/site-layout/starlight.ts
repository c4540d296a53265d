import GithubSlugger from 'github-slugger'
import { MARKDOWN_FORMATS } from '../formats/format-name.ts'
import { withoutPageExtension } from '../formats/page-extension.ts'
import { isDocumentationFile, normalizePagePath } from '../formats/page-path.ts'
import { MARKDOWN_ALIASES } from '../formats/unread-formats.ts'
import { presenceByFrontmatter } from '../generators/starlight/presence.ts'
import { isRecord, type Literal } from '../located/to-literal.ts'
import { below, folderOf, joinPath, shallowest } from './layout-file.ts'
import { localeLookup } from './locale-lookup.ts'
import { sidebarEntries } from './navigation-items.ts'
import { readKey } from './read-literal.ts'
import { type LayoutSource, NO_NAVIGATION, type SiteLayout } from './site-layout.ts'

const CONTENT = 'src/content/docs'

/** https://starlight.astro.build: pages in `src/content/docs` of an Astro project, translations in folders of theirs. */
export function starlightLayout(source: LayoutSource): SiteLayout | undefined {
  const file = shallowest(source.files, /(?:^|\/)astro\.config\.[cm]?[jt]s$/)
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

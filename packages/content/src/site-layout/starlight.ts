import GithubSlugger from 'github-slugger'
import { MARKDOWN_FORMATS } from '../formats/format-name.ts'
import { withoutPageExtension } from '../formats/page-extension.ts'
import { normalizePagePath } from '../formats/page-path.ts'
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
  const slugger = new GithubSlugger()
  const slug = (part: string) => {
    slugger.reset()
    return slugger.slug(part)
  }
  return {
    name: 'starlight',
    formats: MARKDOWN_FORMATS,
    root,
    isPage,
    pagePath(path, frontmatter = {}) {
      if (typeof frontmatter.slug === 'string') return normalizePagePath(frontmatter.slug)
      const inside = withoutPageExtension(below(root, path) ?? path)
      return normalizePagePath(inside.split('/').map(slug).join('/'))
    },
    language: localeLookup(source.files.filter(isPage), root),
    version: () => undefined,
    navigation: {
      ...NO_NAVIGATION,
      pages: sidebarEntries(readKey(file, source.texts, 'sidebar'), {
        titles: ['label'],
        children: ['items'],
        pages: ['slug', 'link'],
        toPath: (written) => written.replace(/[?#].*$/, ''),
      }),
    },
    navigationIsComplete: false,
  }
}

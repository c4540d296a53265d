import type { LocatedLink } from '../../formats/page/source-format.ts'
import type { NavigationFiles } from '../../layout/navigation-files.ts'
import { joinPath } from '../../paths/folder.ts'
import { pageExtension, pageFileNames } from '../../paths/page-extension.ts'
import { isDocumentationFile, normalizeSegments } from '../../paths/page-path.ts'
import { splitTarget } from '../../paths/resolve-link.ts'
import { README_PAGE, SIDEBAR_FILE, SIDEBAR_PAGE } from '../../paths/summary-page.ts'
import { summaryEntries } from '../parts/summary-entries.ts'

/** https://docsify.js.org/#/more-pages?id=sidebar: a list of links below the root of the site. */
export const navigationFiles: NavigationFiles = {
  names: [SIDEBAR_FILE],
  nameFiles: true,
  read: (source) => {
    const { folder } = source.map
    return summaryEntries(source, joinPath(folder, SIDEBAR_PAGE), sidebarFile(folder))
  },
}

/** The file of a link in the sidebar: `guide.md`, `/guide`, `guide/`, and `#/guide` alike. */
export function sidebarFile(root: string) {
  return (_: string, { target, kind }: LocatedLink): string | undefined => {
    if (kind !== 'internal' && !target.startsWith('#/')) return undefined
    const { path } = splitTarget(target.replace(/^#(?=\/)/, ''))
    const inside = normalizeSegments(path.replace(/^\/+/, ''))
    if (inside === '' || path.endsWith('/')) return joinPath(root, joinPath(inside, README_PAGE))
    if (isDocumentationFile(inside)) return joinPath(root, inside)
    return pageExtension(inside) === ''
      ? joinPath(root, pageFileNames(inside, 'markdown')[0] ?? inside)
      : undefined
  }
}

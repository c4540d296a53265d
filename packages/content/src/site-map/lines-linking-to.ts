import { collectLinks } from '../collect-links.ts'
import { LONGEST_PAGE, scanPage } from '../scan-page.ts'
import type { SiteMap } from './site-map.ts'
import { siteReferences } from './site-references.ts'

/** Lines of a page with links to another, from 1, as the layout of the site reads them. */
export function linesLinkingTo(source: string, file: string, page: string, map: SiteMap): number[] {
  if (source.length > LONGEST_PAGE) return []
  const lines = collectLinks(scanPage(file, source))
    .filter((link) => {
      const found = map.find(file, link)
      return found.kind === 'page' && found.file === page
    })
    .map(({ line }) => line)
  const referring = siteReferences(source, file, map).filter((reference) => reference.page === page)
  return [...new Set([...lines, ...referring.map(({ line }) => line)])].sort((a, b) => a - b)
}

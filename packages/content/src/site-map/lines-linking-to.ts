import { formatOf } from '../formats/formats.ts'
import { LONGEST_PAGE } from '../formats/page/longest-page.ts'
import { pageImports } from './page-imports.ts'
import { pageLiterals } from './page-literals.ts'
import type { SiteMap } from './site-map.ts'
import { siteReferences } from './site-references.ts'

/**
 * Lines of a page with links to another, from 1, as the layout of the site reads them: links, references, imports, and
 * literals.
 */
export function linesLinkingTo(source: string, file: string, page: string, map: SiteMap): number[] {
  if (source.length > LONGEST_PAGE) return []
  const lines = formatOf(file, map.layout.formats)
    .links(file, source)
    .filter((link) => {
      const found = map.find(file, link)
      return found.kind === 'page' && found.file === page
    })
    .map(({ line }) => line)
  const referring = siteReferences(source, file, map, [page]).filter((reference) => reference.page === page)
  const importing = pageImports(source, file, map).filter((each) => each.file === page)
  const literals = pageLiterals(source, file, map).filter((each) => each.page === page)
  return [...new Set([...lines, ...[...referring, ...importing, ...literals].map(({ line }) => line)])].sort(
    (a, b) => a - b,
  )
}

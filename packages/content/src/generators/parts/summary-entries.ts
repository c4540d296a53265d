import { markdown } from '../../formats/markdown/markdown-format.ts'
import type { NavigationReference, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { joinPath } from '../../paths/folder.ts'
import { relativePath } from '../../paths/relative-path.ts'
import { splitTarget } from '../../paths/resolve-link.ts'
import { SUMMARY_PAGE } from '../../paths/summary-page.ts'
import { listLines } from './list-lines.ts'
import { joined } from './navigation-reader.ts'
import { readSummary, SUMMARY_ITEM } from './read-summary.ts'

/** The entries of a summary. Each goes with its line, unless it holds others. */
export function summaryEntries(
  { map, texts }: NavigationSource,
  file = joinPath(map.folder, SUMMARY_PAGE),
  fileOf?: Parameters<typeof readSummary>[2],
): SiteNavigation {
  const text = texts.get(file)
  if (text === undefined) return joined()
  const entries = readSummary(file, text, fileOf)
  const linked = new Set(entries.map(({ link }) => link.line - 1))
  let line = -1
  const lines = listLines(file, text, (written) => {
    line += 1
    const indent = SUMMARY_ITEM.exec(written)?.[1]?.replaceAll('\t', '    ').length
    return indent ?? (linked.has(line) ? 0 : undefined)
  })
  const references = entries.map(({ file: page, link }): NavigationReference => {
    const { start, end } = link
    const { path, suffix } = splitTarget(link.target)
    return {
      file,
      start,
      end,
      written: text.slice(start, end),
      page: map.routeOf(page) === undefined ? undefined : page,
      isDead: !map.hasFile(page),
      respell: ({ to }) => markdown.encodeTarget(relativePath(file, to, path)) + suffix,
      isRedirect: false,
      trail: lines.get(link.line) ?? [],
    }
  })
  return { references, computed: [] }
}

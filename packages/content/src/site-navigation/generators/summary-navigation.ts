import { markdown } from '../../formats/markdown/markdown-format.ts'
import { isDocumentationFile } from '../../formats/page-path.ts'
import { SUMMARY_PAGE } from '../../formats/summary-page.ts'
import { splitTarget } from '../../links/resolve-link.ts'
import { valueAt } from '../../located/located-value.ts'
import { below, folderOf, joinPath } from '../../site-layout/layout-file.ts'
import { readSummary, SUMMARY_ITEM } from '../../site-layout/summary/read-summary.ts'
import { relativePath } from '../../site-map/moved-link.ts'
import { joined, type NavigationRules, readItems } from '../navigation-reader.ts'
import type { NavigationReference, SiteNavigation } from '../navigation-reference.ts'
import type { NavigationSource } from '../navigation-source.ts'
import { listLines } from './list-lines.ts'

/** `SUMMARY.md` and `redirects` in `.gitbook.yaml`: from addresses to files below the folder of the pages. */
export function gitbookNavigation(source: NavigationSource): SiteNavigation {
  const { map, config, read } = source
  const folder = map.inRepository(map.layout.root)
  const rules: NavigationRules<undefined> = {
    pageKeys: () => [],
    itemKeys: () => 'all',
    isRedirect: true,
    target(written) {
      const page = joinPath(folder, written.replace(/^\.?\//, ''))
      if (!isDocumentationFile(written)) return undefined
      return {
        page: map.routeOf(page) === undefined ? undefined : page,
        isDead: !map.hasFile(page),
        respell: ({ to }) => below(folder, to),
      }
    },
  }
  const file = config(/(?:^|\/)\.gitbook\.ya?ml$/)
  const redirects = file === undefined ? undefined : valueAt(read(file), 'redirects')
  return joined(summaryEntries(source), redirects ? readItems(redirects, rules, undefined) : joined())
}

/** `SUMMARY.md` and `output.html.redirect` in `book.toml`: from addresses to addresses, which may be relative. */
export function mdbookNavigation(source: NavigationSource): SiteNavigation {
  const { map, config, read } = source
  const file = config(/(?:^|\/)book\.toml$/)
  const html = file === undefined ? undefined : valueAt(valueAt(read(file), 'output'), 'html')
  const redirects = valueAt(html, 'redirect')
  const entries = redirects?.kind === 'record' ? redirects.entries : []
  const found = entries.map(({ key = '', value }, index): SiteNavigation => {
    if (value.kind !== 'text' || redirects?.kind !== 'record') return joined()
    const { path, suffix } = splitTarget(value.value)
    if (path === '' || /^[a-z]+:/i.test(path)) return joined()
    const home = key.replace(/^\//, '')
    const page = map.pageAt(routeOf(path.startsWith('/') ? path : `/${joinPath(folderOf(home), path)}`))
    const reference: NavigationReference = {
      ...value,
      written: value.value,
      page,
      isDead: page === undefined,
      isRedirect: true,
      trail: [{ around: redirects, index, isDictionary: true, hasPage: false, hasItems: false }],
      respell: ({ newRoute }) =>
        (path.startsWith('/') ? newRoute : relativePath(home, newRoute.slice(1), path)) + suffix,
    }
    return { references: [reference], computed: [] }
  })
  return joined(summaryEntries(source), ...found)
}

function routeOf(path: string): string {
  const resolved = new URL(path, 'http://localhost').pathname
  return resolved.replace(/(?:\/index\.html|\/)$/, '') || '/'
}

/** An entry goes with its line, unless it holds others. */
function summaryEntries({ map, texts }: NavigationSource): SiteNavigation {
  const file = map.inRepository(joinPath(map.layout.root, SUMMARY_PAGE))
  const text = texts.get(file)
  if (text === undefined) return joined()
  const entries = readSummary(file, text)
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

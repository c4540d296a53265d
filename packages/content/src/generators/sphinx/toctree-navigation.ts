import { defined } from '../../basics/defined.ts'
import { tocEntries } from '../../formats/rst/read/toctree.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { anyGlob } from '../../patterns/glob.ts'
import type { DocumentToctree } from './document-names.ts'
import type { SphinxDocuments } from './sphinx-documents.ts'

const DEEPEST = 20
const MOST_ENTRIES = 20_000

/** A document in the navigation, or an entry that is none. */
export interface ToctreeEntry {
  document: string
  title?: string
}

/** The entries of one `toctree` that are documents. Those without a title of their own have the document's. */
export function documentsOf(
  documents: SphinxDocuments,
  from: string,
  toctree: DocumentToctree,
): ToctreeEntry[] {
  const entries = tocEntries(toctree, (pattern) => matching(documents, from, pattern))
  return entries.flatMap(({ title, target }): ToctreeEntry[] => {
    if (/^[a-z][\w+.-]*:/i.test(target)) return []
    const named = documents.resolve(from, withoutPageExtension(target))
    if (!documents.has(named)) return []
    return [title === undefined ? { document: named } : { document: named, title }]
  })
}

/** Documents that fit a pattern, by name. */
export function matching(documents: SphinxDocuments, from: string, pattern: string): string[] {
  const fits = anyGlob([documents.resolve(from, pattern)], { needsSlash: true })
  return [...documents.all]
    .filter((document) => document !== from && fits(document))
    .sort()
    .map((document) => `/${document}`)
}

/** The pages of a site in the order of its `toctree` directives, each below the page that lists it. */
export function toctreeNavigation(
  documents: SphinxDocuments,
  root: string,
  routeOf: (document: string) => string,
): NavigationEntry[] {
  const entries: NavigationEntry[] = []
  const named = new Set<string>()
  const walk = (document: string, breadcrumb: readonly string[], depth: number) => {
    if (depth > DEEPEST) return
    for (const toctree of documents.namesOf(document).toctrees) {
      const { caption = '' } = toctree.options
      const around = depth === 0 && caption !== '' ? [...breadcrumb, caption] : [...breadcrumb]
      for (const entry of documentsOf(documents, document, toctree)) {
        if (named.has(entry.document) || entries.length >= MOST_ENTRIES) continue
        named.add(entry.document)
        // The title of a page may stand in a text that it includes from elsewhere: the page itself knows it.
        const title = entry.title ?? documents.namesOf(entry.document).title
        const place = { path: routeOf(entry.document), breadcrumb: around, line: 1, column: 1 }
        entries.push({ ...place, ...defined({ title }) })
        walk(entry.document, [...around, title ?? entry.document], depth + 1)
      }
    }
  }
  if (!documents.has(root)) return entries
  named.add(root)
  const title = documents.namesOf(root).title ?? root
  entries.push({ path: routeOf(root), breadcrumb: [], title, line: 1, column: 1 })
  walk(root, [], 0)
  return entries
}

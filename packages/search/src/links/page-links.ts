import type { Page } from '@docent/content'
import type { Analyzer } from '../words/analyzer.ts'

/** A longer text is a sentence, not a name of what it leads to. */
const MOST_TERMS = 16
/** An index of everything has more; what it calls its pages is what they are called elsewhere. */
const MOST_LINKS = 500

/** Where a page links to (as written, without `#`), and the terms of the link's text. */
export type PageLink = readonly [target: string, terms: readonly string[]]

/**
 * The links of a page to others of its site. None of a page that is limited to groups: how it names other pages must not
 * change what outsiders find.
 */
export function pageLinks(page: Page, analyzer: Analyzer): PageLink[] {
  if (page.groups.length > 0) return []
  const links: PageLink[] = []
  for (const { kind, target, text } of page.links) {
    if (kind !== 'internal' || links.length === MOST_LINKS) continue
    const terms = [...new Set(analyzer.terms(text, page.language))]
    if (terms.length === 0 || terms.length > MOST_TERMS) continue
    links.push([target.replace(/[?#].*$/s, ''), terms])
  }
  return links
}

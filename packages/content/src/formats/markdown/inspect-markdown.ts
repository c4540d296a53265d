import { normalizeSegments } from '../../paths/page-path.ts'
import type { Problem } from '../../paths/problem.ts'
import type { PageInspection } from '../page/source-format.ts'
import { collectAnchors, collectHeadings, type LocatedHeading } from './collect-headings.ts'
import { locateLinks } from './locate-links.ts'
import { readablePage } from './readable-page.ts'
import { type ScannedPage, scanPage } from './scan/scan-page.ts'
import { siteAnchors } from './site-anchors.ts'
import { sourceProblems } from './source-problems.ts'

/** Imported or included pages, templates, and directives that write headings. */
const INCLUDES =
  /^import\s[^\n]*\.mdx?['"]|--8<--|<!--\s*@include|^[ \t]*:::\s+\w+(?:\.\w+)+|^[ \t]*\{%-?\s*include|\{\{[<%]|<(?:include|Snippet)\b|::include/m

/**
 * Looks at one page: everything that would break it, and what it links to and can be linked by.
 *
 * @param compile finds what only a full parse shows; absent: the page is not parsed in full
 */
export async function inspectMarkdown(
  file: string,
  source: string,
  compile: ((page: ScannedPage) => Promise<Problem | undefined>) | undefined,
): Promise<PageInspection> {
  const page = scanPage(normalizeSegments(file), source)
  const headings = collectHeadings(page)
  const found = await compile?.(page)
  // The full parse knows better than the scan what is wrong with the MDX, unless it had to be left out.
  const scanned = sourceProblems(page).filter(
    ({ rule }) => rule !== 'mdx-invalid' || found?.severity === 'warning' || !compile,
  )
  const problems = [...scanned, ...(found === undefined ? [] : [found]), ...repeatedIds(page, headings)]
  return {
    problems,
    links: locateLinks(page).map(({ target, text, kind, line, column }) => ({
      target,
      text,
      kind,
      line,
      column,
    })),
    anchors: anchorsOf(page),
    hasMoreAnchors: page.truncated || INCLUDES.test(source),
  }
}

/** Those that indexing finds, and those that other sites give: what one of them has is no broken link. */
function anchorsOf(page: ScannedPage): string[] {
  const readable = readablePage(page)
  const headings = collectHeadings(readable)
  const found = [...collectAnchors(page, headings), ...siteAnchors(page, headings)]
  // Elements in a tab or an admonition are code to those who don't know its marks.
  const more = readable === page ? [] : collectAnchors(readable, [])
  return [...new Set([...found, ...more])]
}

function repeatedIds(page: ScannedPage, headings: readonly LocatedHeading[]): Problem[] {
  const problems: Problem[] = []
  const seen = new Set<string>()
  for (const heading of headings) {
    if (heading.explicit && seen.has(heading.anchor)) {
      const offset = page.blocks[heading.block]?.start ?? 0
      const message = `The id "${heading.anchor}" is given twice on this page: links reach only the first. Choose another.`
      const place = page.lines.at(offset)
      problems.push({ file: page.file, ...place, rule: 'duplicate-id', message, severity: 'error' })
    }
    if (heading.explicit) seen.add(heading.anchor)
  }
  return problems
}

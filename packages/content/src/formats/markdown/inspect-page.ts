import type { Link } from '../../link.ts'
import type { Problem } from '../../problem.ts'
import { compileProblem } from '../mdx/compile-problem.ts'
import { normalizeSegments } from '../page-path.ts'
import { collectAnchors, collectHeadings, type LocatedHeading } from './collect-headings.ts'
import { collectLinks } from './collect-links.ts'
import { type ScannedPage, scanPage } from './scan/scan-page.ts'
import { siteAnchors } from './site-anchors.ts'
import { sourceProblems } from './source-problems.ts'

/** What a page shows of itself, without the rest of its site. Plain data: it may come from another thread. */
export interface PageInspection {
  /** Invalid MDX or frontmatter, code fences that are not closed, ids given twice. */
  problems: Problem[]
  links: Link[]
  /** Everything a link to the page can point at. */
  anchors: string[]
  /** The page takes text from elsewhere, and may have more anchors. */
  hasMoreAnchors: boolean
}

export interface InspectPageOptions {
  /** False leaves out the full parse of MDX, most of the time that this takes. Default: true. */
  compile?: boolean
}

/** Imported or included pages, templates, and directives that write headings. */
const INCLUDES =
  /^import\s[^\n]*\.mdx?['"]|--8<--|<!--\s*@include|^[ \t]*:::\s+\w+(?:\.\w+)+|^[ \t]*\{%-?\s*include|\{\{[<%]|<(?:include|Snippet)\b|::include/m

/** Looks at one page: everything that would break it, and what it links to and can be linked by. */
export async function inspectPage(
  file: string,
  source: string,
  { compile = true }: InspectPageOptions = {},
): Promise<PageInspection> {
  const page = scanPage(normalizeSegments(file), source)
  const headings = collectHeadings(page)
  const found = compile ? await compileProblem(page) : undefined
  // The full parse knows better than the scan what is wrong with the MDX, unless it had to be left out.
  const scanned = sourceProblems(page).filter(
    ({ rule }) => rule !== 'mdx-invalid' || found?.severity === 'warning' || !compile,
  )
  const problems = [...scanned, ...(found === undefined ? [] : [found]), ...repeatedIds(page, headings)]
  return {
    problems,
    links: collectLinks(page).map(({ target, text, kind, line, column }) => ({
      target,
      text,
      kind,
      line,
      column,
    })),
    anchors: [...new Set([...collectAnchors(page, headings), ...siteAnchors(page, headings)])],
    hasMoreAnchors: page.truncated || INCLUDES.test(source),
  }
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

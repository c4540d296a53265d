import { expandDialects, type Heading, writeFormulas, writeLineMarks } from '@docent/content'
import type { Root } from 'hast'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { EXIT, visit } from 'unist-util-visit'
import { addHeadingLinks } from './add-heading-links.ts'
import { assignIds } from './assign-ids.ts'
import { convertComponents } from './convert-components.ts'
import { highlightCode } from './highlight-code.ts'
import { HTML_SCHEMA } from './html-schema.ts'
import { markChanges } from './mark-changes.ts'
import { markReferences } from './mark-references.ts'
import { markAlerts } from './markdown/github-alerts.ts'
import { parseMarkdown } from './markdown/parse-markdown.ts'
import { toHast } from './markdown/to-hast.ts'
import { promoteTitle } from './promote-title.ts'
import type { RenderedPage } from './rendered-page.ts'
import { wrapTables } from './wrap-tables.ts'
import { writeEmoji } from './write-emoji.ts'

/** A page as the index or a branch has it. */
export interface PageSource {
  /** Its name tells Markdown from MDX. */
  file: string
  /** Without frontmatter, and with the texts that it includes. */
  content: string
  /** With the anchors that links lead to. */
  headings: readonly Heading[]
  /** Of the page: a heading with this text at its beginning is shown as its title. */
  title?: string
}

export interface RenderOptions {
  /** Other hosts whose images the page shows, such as `img.acme.com` and `*.acme.com`. */
  imageHosts?: readonly string[]
}

/**
 * Renders a page as HTML that runs nothing and loads nothing, whatever its author wrote.
 * @param other the page before or after a change: blocks that it does not have get the class `changed`, and the first
 *   difference the id `docent:change`
 *
 * @example
 * const page = renderPage({ file: 'a.md', content: '[Next](b.md)', headings: [] })
 * fillReferences(page, ({ target }) => `/site/docs/${target}`)
 */
export function renderPage(
  page: PageSource,
  other?: PageSource,
  { imageHosts = [] }: RenderOptions = {},
): RenderedPage {
  const safe = safeTree(page)
  if (other !== undefined) markChanges(safe, safeTree(other))
  addHeadingLinks(safe)
  // Nobody who writes a page can guess it.
  const nonce = crypto.randomUUID()
  const references = markReferences(safe, (at) => `docent:${nonce}:${at}:`, imageHosts)
  const html = toHtml(safe)
  const parts: string[] = []
  const inOrder: RenderedPage['references'][number][] = []
  let end = 0
  for (const match of html.matchAll(new RegExp(`docent:${nonce}:(\\d+):`, 'g'))) {
    const reference = references[Number(match[1])]
    if (reference === undefined) continue
    parts.push(html.slice(end, match.index))
    inOrder.push(reference)
    end = match.index + match[0].length
  }
  parts.push(html.slice(end))
  return { parts, references: inOrder, hasTitle: hasTitle(safe) }
}

function safeTree({ file, content, headings, title }: PageSource): Root {
  const tree = toHast(parseMarkdown(writeFormulas(expandDialects(writeLineMarks(content))), file))
  markAlerts(tree)
  assignIds(tree, headings)
  writeEmoji(tree)
  convertComponents(tree)
  const safe = sanitize(tree, HTML_SCHEMA) as Root
  promoteTitle(safe, title)
  highlightCode(safe)
  wrapTables(safe)
  return safe
}

/** Its first heading is of the first level, whatever stands above it. */
function hasTitle(tree: Root): boolean {
  let first: string | undefined
  visit(tree, 'element', ({ tagName }) => {
    if (!/^h[1-6]$/.test(tagName)) return undefined
    first = tagName
    return EXIT
  })
  return first === 'h1'
}

import { expandDialects } from './dialects/expand-dialects.ts'
import { type ScannedPage, scanPage } from './scan/scan-page.ts'

/**
 * The same text as every parser of Markdown reads it, without the marks of single generators. Headings in an admonition
 * or a tab are headings of the page, and their text is text, not code by indentation. Its lines may not be those of the
 * file.
 */
export function readablePage(scanned: ScannedPage): ScannedPage {
  const { bodyStart } = scanned.frontmatter
  const body = scanned.source.slice(bodyStart)
  const expanded = expandDialects(body)
  return expanded === body ? scanned : scanPage(scanned.file, scanned.source.slice(0, bodyStart) + expanded)
}

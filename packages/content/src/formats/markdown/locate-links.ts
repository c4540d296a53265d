import type { LocatedLink } from '../page/source-format.ts'
import { collectLinks } from './collect-links.ts'
import { unindentBlocks } from './dialects/indented-blocks.ts'
import { sourceLines } from './dialects/parts/source-lines.ts'
import { type ScannedPage, scanPage } from './scan/scan-page.ts'

const INDENTED_BLOCK = /^[ \t]*(?:!!!|\?\?\?|===)/m

/**
 * The links of a page with their places in the source, those in admonitions and tabs of MkDocs among them: to CommonMark
 * their text is code, because it is indented.
 */
export function locateLinks(page: ScannedPage): LocatedLink[] {
  const lines = page.mdx || !INDENTED_BLOCK.test(page.source) ? [] : withoutIndentation(page)
  if (lines.length === 0) return collectLinks(page)
  const { bodyStart } = page.frontmatter
  const text = lines.map((line) => line.text).join('\n')
  const moved = scanPage(page.file, page.source.slice(0, bodyStart) + text)
  const firstLine = page.lines.at(bodyStart).line
  return collectLinks(moved).map((link) => {
    const removed = lines[link.line - firstLine]?.removed ?? 0
    const column = link.column + removed
    const start = page.lines.startOf(link.line) + column - 1
    return { ...link, column, start, end: start + link.end - link.start }
  })
}

interface MovedLine {
  text: string
  /** Characters of its indentation. */
  removed: number
}

/** The lines of the body; none where they cannot be counted one by one, as with shortcodes that hold code. */
function withoutIndentation({ source, frontmatter }: ScannedPage): MovedLine[] {
  const body = source.slice(frontmatter.bodyStart)
  const read = sourceLines(body)
  const written = body.split(/\r?\n/)
  if (read.length !== written.length) return []
  return unindentBlocks(read).map(({ text }, index) => ({
    text,
    removed: Math.max((written[index]?.length ?? 0) - text.length, 0),
  }))
}

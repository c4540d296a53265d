import { locateLinks } from '../../formats/markdown/locate-links.ts'
import { scanPage } from '../../formats/markdown/scan/scan-page.ts'
import type { LocatedLink } from '../../formats/page/source-format.ts'
import { folderOf } from '../../paths/folder.ts'
import { isDocumentationFile, normalizeSegments } from '../../paths/page-path.ts'
import { splitTarget } from '../../paths/resolve-link.ts'

/** An entry of a summary that leads to a file. */
export interface SummaryEntry {
  /** Posix, relative to the documentation folder. */
  file: string
  /** Titles of the part and of the entries around it, outermost first. */
  breadcrumb: string[]
  link: LocatedLink
  /** What the table calls it. */
  title: string
}

const HEADING = /^ {0,3}#{1,3}[ \t]+(\S.*)$/
/** An item of a list. Entries before and behind the lists of mdBook are none. */
export const SUMMARY_ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+/
/** A line between parts, and the end of one. */
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,30}|(?:\*[ \t]*){3,30}|(?:_[ \t]*){3,30})$/
const DEEPEST = 20

/**
 * The table of contents of mdBook, GitBook, and Docsify: a list of links, whose headings are the titles of its parts.
 *
 * @param fileOf the page that a link leads to
 * @param titleOf what the table calls it
 */
export function readSummary(
  file: string,
  text: string,
  fileOf = targetOf,
  titleOf: (link: LocatedLink) => string = (link) => link.text,
): SummaryEntry[] {
  const links = new Map<number, LocatedLink>()
  for (const link of locateLinks(scanPage(file, text))) if (!links.has(link.line)) links.set(link.line, link)
  const entries: SummaryEntry[] = []
  let part: string[] = []
  let around: { indent: number; title: string }[] = []
  let isFirst = true
  let hasItems = false
  for (const [index, line] of text.split('\n').entries()) {
    const heading = HEADING.exec(line.trimEnd())?.[1]
    if (heading !== undefined) {
      // The first heading is the title of the table itself.
      part = isFirst ? [] : [plain(heading)]
      around = []
      hasItems = false
    }
    if (line.trim() !== '') isFirst = false
    if (hasItems && RULE.test(line.trimEnd().slice(0, 200))) part = []
    const item = SUMMARY_ITEM.exec(line)
    // An entry behind the lists belongs to none of them.
    if (item !== null) hasItems = true
    else if (hasItems && links.has(index + 1) && heading === undefined) part = []
    const link = links.get(index + 1)
    const indent = item?.[1]?.replaceAll('\t', '    ').length ?? 0
    if (item !== null || link !== undefined) around = around.filter((each) => each.indent < indent)
    const target = link === undefined ? undefined : fileOf(file, link)
    if (link !== undefined && target !== undefined) {
      const breadcrumb = [...part, ...around.map(({ title }) => title)]
      entries.push({ file: target, breadcrumb, link, title: titleOf(link) })
    }
    const title = link === undefined ? undefined : titleOf(link)
    const label = title ?? plain(line.slice(item?.[0].length ?? 0))
    if (item !== null && around.length < DEEPEST) around = [...around, { indent, title: label }]
  }
  return entries
}

/** The file of an entry; undefined for an address, and for a chapter that is not written yet. */
function targetOf(file: string, { target, kind }: LocatedLink): string | undefined {
  const { path } = splitTarget(target)
  if (kind !== 'internal' || !isDocumentationFile(path)) return undefined
  return normalizeSegments(`${folderOf(file)}/${path}`)
}

/** A title as it is read: without links and the marks of Markdown. */
function plain(written: string): string {
  return written
    .replace(/[ \t]#{1,6}$/, '')
    .replace(/<a [^<>]*>|<\/a>/g, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`\\]/g, '')
    .trim()
}

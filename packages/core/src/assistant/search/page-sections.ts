import type { Page, PassageSection } from '@docent/content'

/** What a model reads of a page. */
export const MOST_OF_A_PAGE = 30_000

/** A heading of Markdown, MyST or AsciiDoc. */
const HEADING_LINE = /^[ \t]{0,3}(?:#{1,6}|={2,6})[ \t]+(\S.*)$/gm

/** Where the sections of a page begin in its source, as far as their headings stand on a line of their own. */
export function pageSections({ content, headings }: Pick<Page, 'content' | 'headings'>): PassageSection[] {
  const sections: PassageSection[] = []
  let next = 0
  for (const line of content.slice(0, MOST_OF_A_PAGE).matchAll(HEADING_LINE)) {
    const text = plain(line[1] ?? '')
    const at = headings.findIndex((heading, index) => index >= next && plain(heading.text) === text)
    const heading = headings[at]
    if (heading === undefined) continue
    sections.push({ anchor: heading.anchor, start: line.index })
    next = at + 1
  }
  return sections
}

/** Without marks of code and emphasis, closing marks, ids and white space. */
function plain(text: string): string {
  return text
    .replace(/(?<![ \t])(?:[ \t]*\{[^{}]*\}|[ \t]+#+)[ \t]*$/, '')
    .replace(/\[([^\]]{0,1000})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/[`*_\\\s]/g, '')
}

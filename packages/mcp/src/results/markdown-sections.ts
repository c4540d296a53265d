/** A heading of a Markdown text, and where the text below it is, with that of deeper headings. */
export interface MarkdownSection {
  readonly title: string
  readonly start: number
  readonly end: number
}

/** The sections of a Markdown text in their order. Headings in code are none. */
export function markdownSections(markdown: string): MarkdownSection[] {
  const sections: (MarkdownSection & { end: number; depth: number })[] = []
  /** Those that have not ended, each deeper than the one before. */
  const open: typeof sections = []
  let fence = ''
  let start = 0
  for (const line of markdown.split('\n')) {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === '') fence = mark
    else if (mark.startsWith(fence) && line.trim() === mark) fence = ''
    const [, marks, title] = fence === '' ? (/^(#{1,6}) (.*)$/.exec(line) ?? []) : []
    if (marks !== undefined && title !== undefined) {
      const section = { title: title.trim(), depth: marks.length, start, end: markdown.length }
      for (let last = open.at(-1); last !== undefined && last.depth >= section.depth; last = open.at(-1)) {
        last.end = start
        open.pop()
      }
      open.push(section)
      sections.push(section)
    }
    start += line.length + 1
  }
  return sections
}

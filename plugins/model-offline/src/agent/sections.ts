/** A heading of a Markdown page; offsets are into its text. */
export interface SectionHeading {
  level: number
  title: string
  start: number
  /** End of the section: the next heading of the same or a higher level, or the end of the text. */
  end: number
  /** End of the section's own text: the next heading of any level. */
  ownEnd: number
}

/** The ATX headings of a page, outside code and frontmatter. */
export function headings(text: string): SectionHeading[] {
  const found: SectionHeading[] = []
  let fence: string | undefined
  let offset = 0
  const body = /^---\n[\s\S]*?\n---(?:\n|$)/.exec(text)?.[0].length ?? 0
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (mark[0] === fence[0] && mark.length >= fence.length) fence = undefined
    }
    const heading = fence === undefined && offset >= body ? /^(#{1,6})[ \t]+(?![ \t])(.*)$/.exec(line) : null
    if (heading !== null) {
      found.push({
        level: heading[1]?.length ?? 1,
        title: (heading[2] ?? '').trimEnd().replace(/(?<![ \t])[ \t]+#+$|^#+$/, ''),
        start: offset,
        end: text.length,
        ownEnd: text.length,
      })
    }
    offset += line.length + 1
  }
  for (const [index, heading] of found.entries()) {
    heading.ownEnd = found[index + 1]?.start ?? text.length
    heading.end = found.slice(index + 1).find((next) => next.level <= heading.level)?.start ?? text.length
  }
  return found
}

/** The heading that a person means: the same words, or else the only one that holds them. */
export function headingNamed(text: string, name: string): SectionHeading | undefined {
  const wanted = normal(name)
  const all = headings(text)
  const exact = all.find((heading) => normal(heading.title) === wanted)
  if (exact !== undefined) return exact
  const near = all.filter((heading) => normal(heading.title).includes(wanted))
  return near.length === 1 ? near[0] : undefined
}

function normal(title: string): string {
  return title
    .replace(/^#+\s*/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

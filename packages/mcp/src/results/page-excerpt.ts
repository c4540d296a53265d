import { DocentError } from '@docent/core/plugin'
import { markdownSections } from './markdown-sections.ts'
import { beginningOf, sizeOf } from './result-size.ts'

/** For the titles of what is left out. */
const MOST_OF_TITLES = 1_500
const MOST_OF_A_TITLE = 80

/** What is asked for of a page. */
export interface ExcerptRequest {
  /** Title or anchor of a heading; the page without. */
  readonly section?: string | undefined
  /** Where the excerpt begins, in characters of the page. */
  readonly offset?: number | undefined
}

/** What is known of a page beside its text. */
interface PageHead {
  readonly path: string
  readonly headings: readonly { text: string; anchor: string }[]
}

/** A part of a page, from `offset` to before `nextOffset`, which is absent where nothing is left out. */
export interface PageExcerpt {
  readonly text: string
  readonly offset: number
  readonly totalCharacters: number
  readonly nextOffset?: number | undefined
  /** Titles of the sections that begin in what is left out behind the excerpt. */
  readonly leftOut?: readonly string[] | undefined
}

/**
 * As much of a page as has room.
 *
 * @throws DocentError `not_found` for a section that the page does not have
 */
export function pageExcerpt(
  page: PageHead,
  markdown: string,
  { section, offset = 0 }: ExcerptRequest,
  mostBytes: number,
): PageExcerpt {
  const sections = markdownSections(markdown)
  const { start, end } = section === undefined ? { start: 0, end: markdown.length } : sectionOf(section)
  const from = Math.min(Math.max(start, offset), end)
  const asked = markdown.slice(from, end)
  const room = Math.min(MOST_OF_TITLES, Math.floor(mostBytes / 5))
  const text = sizeOf(asked) <= mostBytes ? asked : beginningOf(asked, mostBytes - room)
  const next = from + text.length
  const about = { text: text.trimEnd(), offset: from, totalCharacters: markdown.length }
  if (next >= end) return about
  const later = sections.filter((each) => each.start >= next && each.start < end)
  return { ...about, nextOffset: next, leftOut: titlesOf(later, room) }

  function sectionOf(name: string) {
    const anchor = name.replace(/^#/, '')
    const titles = page.headings.filter((each) => each.anchor === anchor).map(({ text }) => text)
    const wanted = [name, ...titles].map(comparable)
    const found = sections.find(({ title }) => wanted.includes(comparable(title)))
    if (found) return found
    const known = titlesOf(sections, MOST_OF_TITLES).join(', ')
    throw new DocentError(
      'not_found',
      `The page ${page.path.slice(0, 200)} has no section "${name.slice(0, 200)}". It has: ${known}.`,
    )
  }
}

/** What a reader is told of what an excerpt leaves out; empty where it leaves out nothing. */
export function leftOutNote({ offset, totalCharacters, nextOffset, leftOut = [] }: PageExcerpt): string {
  if (nextOffset === undefined) return ''
  const titles = leftOut.length === 0 ? '' : ` It has the sections: ${leftOut.join('; ')}.`
  return `[Characters ${offset} to ${nextOffset} of ${totalCharacters}. The rest is left out.${titles} Continue with offset ${nextOffset}, or read one section with section.]`
}

function titlesOf(sections: readonly { title: string }[], mostBytes: number): string[] {
  const titles: string[] = []
  let left = mostBytes
  for (const { title } of sections) {
    const short =
      title.length > MOST_OF_A_TITLE ? `${title.slice(0, MOST_OF_A_TITLE - 1).toWellFormed()}…` : title
    left -= sizeOf(short) + 1
    if (left < 0) return [...titles, `${sections.length - titles.length} more`]
    titles.push(short)
  }
  return titles
}

/** Titles are named with and without marks, and in any case. */
function comparable(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[`*_\\#]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

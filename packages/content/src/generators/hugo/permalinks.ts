import { isObject } from '../../basics/records.ts'
import { momentOf } from '../../formats/page/moment.ts'
import { dateToken } from '../parts/date-token.ts'

/** Patterns of addresses by section: https://gohugo.io/configuration/permalinks. */
export interface Permalinks {
  page: Readonly<Record<string, string>>
  section: Readonly<Record<string, string>>
}

/** What the tokens of a pattern stand for. */
export interface PermalinkPage {
  /** Path below the content without the name of the page, in segments. */
  sections: readonly string[]
  /** Name of its file, or of its bundle. */
  name: string
  isSection: boolean
  frontmatter: Readonly<Record<string, unknown>>
}

const TOKEN = /:([a-z]{1,40})(?:\[(\d{0,3}):?(\d{0,3})\])?/g

/** @param written of the configuration: patterns, or patterns for each kind of page */
export function readPermalinks(written: Readonly<Record<string, unknown>>): Permalinks {
  const patterns = (value: unknown) =>
    Object.fromEntries(
      Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, string] => {
        return typeof entry[1] === 'string'
      }),
    )
  return { page: { ...patterns(written), ...patterns(written.page) }, section: patterns(written.section) }
}

/** The address by the pattern of its section; undefined without one. A token that nothing is known of leaves its part out. */
export function permalinkOf(page: PermalinkPage, permalinks: Permalinks): string | undefined {
  const [section = ''] = page.sections
  const pattern = (page.isSection ? permalinks.section : permalinks.page)[section]
  if (pattern === undefined) return undefined
  return pattern.replace(TOKEN, (_, token: string, from?: string, to?: string) =>
    token === 'sections'
      ? page.sections.slice(Number(from || 0), to ? Number(to) : undefined).join('/')
      : tokenValue(token, page),
  )
}

function tokenValue(token: string, { sections, name, frontmatter }: PermalinkPage): string {
  const { slug, title } = frontmatter
  const written = typeof slug === 'string' && slug !== '' ? slug : undefined
  switch (token) {
    case 'section':
      return sections[0] ?? ''
    case 'filename':
    case 'contentbasename':
      return name
    case 'slugorfilename':
    case 'slugorcontentbasename':
      return written ?? name
    case 'title':
      return typeof title === 'string' ? title : name
    case 'slug':
      return written ?? (typeof title === 'string' ? title : name)
    default:
      return dateToken(token, momentOf(frontmatter.date))
  }
}

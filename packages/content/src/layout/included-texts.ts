import { formatOf } from '../formats/formats.ts'
import type { Frontmatter } from '../formats/page/frontmatter.ts'
import { pageMetadata, UNREADABLE_GROUP } from '../formats/page/page-metadata.ts'
import type { SourceFormat } from '../formats/page/source-format.ts'
import { isDocumentationFile } from '../paths/page-path.ts'
import { presenceOf } from './page-presence.ts'
import { PAGE_STATES } from './page-state.ts'
import type { SiteLayout } from './site-layout.ts'

/** How deep included files may include others. */
const DEEPEST = 5
/** Texts without a format of their own that may say of themselves who sees them. Code and data begin with `---`, too. */
const PROSE = /\.(?:txt|text|inc|rst|rest|asc|ad|markdown|mdown|mkdn?|html?)$/i

/** A page that may take texts from other files. Paths are the layout's. */
export interface IncludingPage {
  path: string
  source: string
  /** Whether the navigation has it, or has not all pages. */
  isListed: boolean
}

export interface IncludedTexts {
  /** What every reader of the page may see, by path. */
  texts: Map<string, string>
  /** Each file that was looked at, also those that some readers may not see. */
  files: string[]
  /** Files whose texts are not at hand. */
  missing: string[]
}

/**
 * The texts that a page takes, directly or through other texts, in every format. This is the only place that decides
 * whether one may be taken: only where every reader of the page may see it, and where its own file would be shown as
 * well. What a page must not show is not given to the format that would put it in.
 */
export function includedTexts(
  layout: SiteLayout,
  page: IncludingPage,
  known: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): IncludedTexts {
  const format = formatOf(page.path, layout.formats)
  const around = audienceOf(layout, page.path, format.frontmatter(page.source), page.isListed)
  const texts = new Map<string, string>()
  const looked = new Set<string>()
  const missing = new Set<string>()
  const takenBy = (path: string, text: string) =>
    formatOf(path, layout.formats)
      .includes(path, text, layout)
      .filter((name) => exists(name) && !looked.has(name))
  let wanted = takenBy(page.path, page.source)
  for (let depth = 0; wanted.length > 0 && depth < DEEPEST; depth++) {
    const next: string[] = []
    for (const name of wanted) {
      const text = known.get(name)
      if (text === undefined) missing.add(name)
      if (text === undefined || looked.has(name)) continue
      looked.add(name)
      const own = audienceOf(layout, name, saidBy(name, text, format, layout))
      if (!mayAllSee(around, own)) continue
      texts.set(name, text)
      next.push(...takenBy(name, text))
    }
    wanted = next
  }
  return { texts, files: [...looked].sort(), missing: [...missing] }
}

interface Audience {
  /** None when everyone may see it. */
  groups: readonly string[]
  /** The higher, the fewer places show it. */
  strictness: number
  /** Time decides whether it is shown. */
  isTimed: boolean
}

function audienceOf(
  layout: SiteLayout,
  path: string,
  { data, ...frontmatter }: Frontmatter,
  isListed = true,
): Audience {
  const whole = { ...layout.defaults?.(path), ...data }
  const { groups } = pageMetadata({ ...frontmatter, data: whole })
  const { state, from, until } = presenceOf(layout, path, { frontmatter: whole, groups }, isListed)
  const isTimed = from !== undefined || until !== undefined
  return { groups, strictness: PAGE_STATES.indexOf(state), isTimed }
}

/** What a text says of itself. One that no format knows is read as the page is. */
function saidBy(path: string, text: string, format: SourceFormat, { formats }: SiteLayout): Frontmatter {
  if (isDocumentationFile(path)) return formatOf(path, formats).frontmatter(text)
  return PROSE.test(path) ? format.frontmatter(text) : { data: {}, bodyStart: 0 }
}

function mayAllSee(around: Audience, own: Audience): boolean {
  if (own.strictness > around.strictness || own.isTimed) return false
  if (own.groups.length === 0) return true
  const mayRead = (group: string) => group !== UNREADABLE_GROUP && own.groups.includes(group)
  return around.groups.length > 0 && around.groups.every(mayRead)
}

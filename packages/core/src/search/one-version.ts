import { defined, type Passage } from '@docent/content'
import type { RetrievedPassage } from '../ports/retriever.ts'

/** Where the same section stands in another version or language. */
export interface OtherPlace {
  path: string
  version?: string
  language?: string
}

export interface FoundPassage extends RetrievedPassage {
  /** Absent where the section stands nowhere else that was found. */
  also?: OtherPlace[]
}

/** How generators call a version in addresses that its name doesn't say. */
const USUAL_NAMES: ReadonlySet<string> = new Set(['latest', 'stable', 'current', 'next'])
const CURRENT = /^(?:latest|stable)$/i
/** A section that scores less, beside the best of its versions, was not asked for: the question named another. */
const AS_GOOD = 0.92
const byNumbers = new Intl.Collator('en', { numeric: true })

/**
 * One passage for the same section in several versions and languages, with the others beside it. The current version is
 * the one whose addresses name none, or that is called latest or stable, else the newest.
 */
export function oneVersion(found: readonly RetrievedPassage[]): FoundPassage[] {
  const groups = Map.groupBy(found, ({ passage }) => sectionOf(passage))
  const chosen = new Map(
    [...groups.values()].map((group) => {
      const best = bestOf(group)
      return [best, otherPlaces(group, best)] as const
    }),
  )
  return found.flatMap((each) => {
    const also = chosen.get(each)
    return also === undefined ? [] : [{ ...each, ...(also.length > 0 && { also }) }]
  })
}

function bestOf(group: readonly RetrievedPassage[]): RetrievedPassage {
  const [first, ...others] = group as [RetrievedPassage, ...RetrievedPassage[]]
  const isOneLanguage = others.every(({ passage }) => passage.language === first.passage.language)
  if (others.length === 0 || !isOneLanguage) return first
  return group
    .filter(({ score }) => score >= AS_GOOD * first.score)
    .reduce((best, each) => (newer(each.passage, best.passage) > 0 ? each : best))
}

function newer(one: Passage, other: Passage): number {
  const isCurrent = (passage: Passage) =>
    CURRENT.test(passage.version ?? '') || placeOf(passage) === segmentsOf(passage).join('/')
  return (
    Number(isCurrent(one)) - Number(isCurrent(other)) ||
    byNumbers.compare(one.version ?? '', other.version ?? '')
  )
}

function otherPlaces(group: readonly RetrievedPassage[], best: RetrievedPassage): OtherPlace[] {
  const places = new Map<string, OtherPlace>()
  for (const { passage } of group) {
    const { pagePath: path, version, language } = passage
    if (path !== best.passage.pagePath) places.set(path, { path, ...defined({ version, language }) })
  }
  return [...places.values()]
}

/** The same for a section of every version and language. A passage that names neither belongs to all, and is no other's. */
function sectionOf(passage: Passage): string {
  const { id, pagePath, version, language } = passage
  if (version === undefined && language === undefined) return id
  return `${placeOf(passage)}${id.startsWith(pagePath) ? id.slice(pagePath.length) : id}`
}

function placeOf(passage: Passage): string {
  const { version, language } = passage
  const named = new Set([version, language].map((name) => name?.toLowerCase()))
  const segments = segmentsOf(passage).map((segment) => segment.toLowerCase())
  // `/latest/guides` is of version 3 where nothing else of its address says so; `next` may also be a page.
  const mayBeUsual = version !== undefined && !segments.includes(version.toLowerCase())
  return segmentsOf(passage)
    .filter((_, at) => {
      const segment = segments[at] ?? ''
      const isPage = at > 0 && at === segments.length - 1
      return !named.has(segment) && !(mayBeUsual && !isPage && USUAL_NAMES.has(segment))
    })
    .join('/')
}

function segmentsOf({ pagePath }: Passage): string[] {
  return pagePath.split('/').filter((segment) => segment !== '')
}

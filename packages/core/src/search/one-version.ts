import { defined, type Passage } from '@docent/content'
import type { RetrievedPassage } from '../ports/retriever.ts'
import { compareVersions, type OtherPlace, placeOf, type SiteVariants } from './site-variants.ts'

export interface FoundPassage extends RetrievedPassage {
  /** Absent where its page stands nowhere else. */
  also?: OtherPlace[]
}

/** A section that scores less, beside the best of its versions, was not asked for: the question named another. */
const AS_GOOD = 0.92

/**
 * One passage for the same section in several versions, and one language of a page, with the other places of the page
 * beside it. Of versions the one that was named stays, or the current one; of languages the best.
 */
export function oneVersion(
  found: readonly RetrievedPassage[],
  site: SiteVariants,
  named: ReadonlySet<string> = new Set(),
): FoundPassage[] {
  const variant = ({ pagePath: path, version, language }: Passage) => ({
    path,
    ...defined({ version, language, isCurrent: site.page(path)?.isCurrent }),
  })
  /** The same for a section of every version. A passage that names neither belongs to all, and is no other's. */
  const sectionOf = (passage: Passage) => {
    const { id, pagePath, version, language } = passage
    if (version === undefined && language === undefined) return id
    return `${placeOf(variant(passage))}${id.startsWith(pagePath) ? id.slice(pagePath.length) : id}`
  }
  const bestOf = (group: readonly RetrievedPassage[]) => {
    const [first, ...others] = group as [RetrievedPassage, ...RetrievedPassage[]]
    if (others.length === 0) return first
    const wanted = group.find(({ passage: { version } }) => version !== undefined && named.has(version))
    if (wanted !== undefined) return wanted
    return group
      .filter(({ score }) => score >= AS_GOOD * first.score)
      .reduce((best, each) =>
        compareVersions(variant(each.passage), variant(best.passage)) < 0 ? each : best,
      )
  }
  // Headings of translations have other anchors: a page as a whole is in the language in which it fits best.
  const languages = new Map<string, string>()
  const readable = found.filter(({ passage }) => {
    if (passage.language === undefined) return true
    const place = placeOf(variant(passage))
    if (!languages.has(place)) languages.set(place, passage.language)
    return languages.get(place) === passage.language
  })
  const chosen = new Set([...Map.groupBy(readable, ({ passage }) => sectionOf(passage)).values()].map(bestOf))
  return readable
    .filter((each) => chosen.has(each))
    .map((each) => {
      const also = site.others(each.passage.pagePath)
      return { ...each, ...(also.length > 0 && { also }) }
    })
}

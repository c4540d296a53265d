import { UNREADABLE_GROUP } from '../formats/page/page-metadata.ts'
import { isNo, isSet, said } from '../formats/page/said.ts'
import { PAGE_STATES, type PagePresence, type PageState } from './page-state.ts'
import type { SiteLayout } from './site-layout.ts'

/** What decides where a site has a page. */
export interface PresentPage {
  frontmatter: Readonly<Record<string, unknown>>
  groups: readonly string[]
  /** The file has no frontmatter at all, not even an empty one. */
  isBare?: boolean
}

/**
 * Where a site has a page, by its frontmatter and by the rules of its generator; the strictest counts.
 *
 * @param page with the frontmatter that its folder gives it
 * @param isListed false where a complete navigation leaves it out
 */
export function presenceOf(
  layout: SiteLayout,
  file: string,
  { frontmatter, groups, isBare = false }: PresentPage,
  isListed = true,
): PagePresence {
  const { servesHidden = false } = layout
  // Operations and schemas of an API are listed by their names, or by their whole document.
  const isOfApi = frontmatter.openapi !== undefined || frontmatter['openapi-schema'] !== undefined
  const isInNavigation = isListed || isOfApi
  const own = layout.presence?.(file, frontmatter)
  const states: (PageState | undefined)[] = [
    groups.includes(UNREADABLE_GROUP) ? 'absent' : undefined,
    isSet(said(frontmatter, 'draft')) ? 'draft' : undefined,
    isUnpublished(said(frontmatter, 'published')) || isUnpublished(said(frontmatter, 'publish'))
      ? 'absent'
      : undefined,
    isSet(said(frontmatter, 'hidden')) ? (servesHidden === false ? 'hidden' : 'unlisted') : undefined,
    isInNavigation ? undefined : servesHidden === true ? 'unlisted' : 'hidden',
    isSet(said(frontmatter, 'unlisted')) ? 'unlisted' : undefined,
    isBare && layout.needsFrontmatter === true ? 'absent' : undefined,
    own?.state,
  ]
  const state =
    PAGE_STATES[Math.max(...states.map((each) => (each === undefined ? 0 : PAGE_STATES.indexOf(each))))]
  return { ...own, state: state ?? 'absent' }
}

/** An empty key says nothing. */
function isUnpublished(value: unknown): boolean {
  return isNo(value) && value !== ''
}

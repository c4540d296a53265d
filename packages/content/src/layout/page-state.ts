/**
 * How far a site shows a page, from everything to nothing. `unlisted`: at its address, and in no list, search, or answer.
 * `hidden`, `draft` and `absent`: nowhere, by the word for hidden pages, by that for drafts, or for good.
 */
export const PAGE_STATES = ['listed', 'unlisted', 'hidden', 'draft', 'absent'] as const

export type PageState = (typeof PAGE_STATES)[number]

export interface PagePresence {
  state: PageState
  /** The page is absent before, in milliseconds since 1970. */
  from?: number
  /** The page is absent from then on. */
  until?: number
  /** Key of a time that cannot be read: the page is absent until its author mends it. */
  unreadable?: string
}

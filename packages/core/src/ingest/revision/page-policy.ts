import { contentHash, type PagePresence } from '@docent/content'
import type { FilePlace, SiteDescription } from '../parsing/page-parser.ts'
import { isWithin } from './page-times.ts'

/** Change it when pages or passages are made differently: Docent then indexes everything again. */
export const PAGE_FORMAT = 17

export interface PagePolicyOptions {
  /** Index hidden and unlisted pages as if they were listed; default false. */
  includeHidden?: boolean
  /** Index drafts; default false. */
  includeDrafts?: boolean
}

/** Which files are pages, which pages are indexed, and by what they are known to have changed. */
export class PagePolicy {
  readonly #places: ReadonlyMap<string, FilePlace>
  readonly #settings: string
  readonly #includeHidden: boolean
  readonly #includeDrafts: boolean

  constructor(
    { places, presenceSettings }: Pick<SiteDescription, 'places' | 'presenceSettings'>,
    { includeHidden = false, includeDrafts = false }: PagePolicyOptions,
  ) {
    this.#places = places
    this.#settings = presenceSettings
    this.#includeHidden = includeHidden
    this.#includeDrafts = includeDrafts
  }

  /** @param file relative to the documentation folder, as all of this class */
  isPage(file: string): boolean {
    return this.#places.has(file)
  }

  /**
   * What the manifest keeps of a file: changes with its content, the files it includes, and everything else that shapes
   * its page.
   *
   * @param phase of a page that comes and goes by itself
   */
  hash(sourceHash: string, file: string, includedHashes: readonly string[], phase: string): string {
    const { path = '', isListed = false, ...place } = this.#places.get(file) ?? {}
    return contentHash(
      JSON.stringify([
        PAGE_FORMAT,
        sourceHash,
        includedHashes,
        this.#includeHidden,
        this.#includeDrafts,
        path,
        isListed,
        place,
        phase,
        this.#settings,
      ]),
    )
  }

  /** How the index shows a page: `unlisted` at its address alone, `absent` not at all. */
  shows(presence: PagePresence, now: number): 'listed' | 'unlisted' | 'absent' {
    const { state } = presence
    if (state === 'absent' || !isWithin(presence, now)) return 'absent'
    if (state === 'draft') return this.#includeDrafts ? 'listed' : 'absent'
    if (state === 'listed' || this.#includeHidden) return 'listed'
    return state === 'unlisted' ? 'unlisted' : 'absent'
  }
}

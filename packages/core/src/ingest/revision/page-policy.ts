import { contentHash, type Page } from '@docent/content'
import type { FilePlace, SiteDescription } from '../parsing/page-parser.ts'

/** Change it when pages or passages are made differently: Docent then indexes everything again. */
export const PAGE_FORMAT = 8

export interface PagePolicyOptions {
  /** Index pages with `hidden: true` and pages that the navigation does not list; default false. */
  includeHidden?: boolean
  /** Index pages with `draft: true`; default false. */
  includeDrafts?: boolean
}

/** Which files are pages, which pages are indexed, and by what they are known to have changed. */
export class PagePolicy {
  readonly #places: ReadonlyMap<string, FilePlace>
  readonly #includeHidden: boolean
  readonly #includeDrafts: boolean

  constructor(
    { places }: Pick<SiteDescription, 'places'>,
    { includeHidden = false, includeDrafts = false }: PagePolicyOptions,
  ) {
    this.#places = places
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
   */
  hash(sourceHash: string, file: string, includedHashes: readonly string[]): string {
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
      ]),
    )
  }

  /** @param isListed whether the navigation of the site has the page */
  allows(page: Page, isListed: boolean): boolean {
    if (page.draft && !this.#includeDrafts) return false
    if (this.#includeHidden) return true
    // Operations of an API are listed by their method and path, or by their whole document.
    return !page.hidden && (isListed || page.frontmatter.openapi !== undefined)
  }
}

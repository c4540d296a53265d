import { contentHash, type Page, type Passage } from '@docent/content'
import type { SiteNavigation } from './site-navigation.ts'

/** Changes when pages or passages are made in another way: everything is indexed anew then. */
const PAGE_FORMAT = 1

export interface PagePolicyOptions {
  /** Index pages with `hidden: true` and pages that the navigation does not list; default false. */
  includeHidden?: boolean
  /** Index pages with `draft: true`; default false. */
  includeDrafts?: boolean
}

/** Which pages are indexed, and what the navigation adds to them. */
export class PagePolicy {
  readonly #navigation: SiteNavigation
  readonly #includeHidden: boolean
  readonly #includeDrafts: boolean

  constructor(
    navigation: SiteNavigation,
    { includeHidden = false, includeDrafts = false }: PagePolicyOptions,
  ) {
    this.#navigation = navigation
    this.#includeHidden = includeHidden
    this.#includeDrafts = includeDrafts
  }

  /** What the manifest keeps of a file: changes with its content and with everything else that shapes its page. */
  hash(sourceHash: string, pagePath: string): string {
    const entry = this.#navigation.get(pagePath)
    return contentHash(
      JSON.stringify([
        PAGE_FORMAT,
        sourceHash,
        this.#includeHidden,
        this.#includeDrafts,
        this.isListed(pagePath),
        entry?.language ?? null,
        entry?.version ?? null,
      ]),
    )
  }

  /** A page that the navigation leaves out is hidden, as one with `hidden: true` is. Without navigation all are listed. */
  isListed(pagePath: string): boolean {
    return this.#navigation.size === 0 || this.#navigation.has(pagePath)
  }

  allows(page: Page): boolean {
    if (page.draft && !this.#includeDrafts) return false
    return this.#includeHidden || (!page.hidden && this.isListed(page.path))
  }

  /** Language and version come from the navigation when the page itself does not say. */
  complete(page: Page, passages: readonly Passage[]): { page: Page; passages: Passage[] } {
    const { language, version } = this.#navigation.get(page.path) ?? {}
    const added = {
      ...(page.language === undefined && language !== undefined ? { language } : {}),
      ...(page.version === undefined && version !== undefined ? { version } : {}),
    }
    return {
      page: { ...page, ...added },
      passages: passages.map((passage) => ({ ...passage, ...added })),
    }
  }
}

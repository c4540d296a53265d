import { contentHash, type NavigationEntry, type Page, type Passage, type SiteLayout } from '@docent/content'

/** Changes when pages or passages are made in another way: everything is indexed anew then. */
const PAGE_FORMAT = 4

export interface PagePolicyOptions {
  /** Index pages with `hidden: true` and pages that the navigation does not list; default false. */
  includeHidden?: boolean
  /** Index pages with `draft: true`; default false. */
  includeDrafts?: boolean
}

/** Which files are pages and which pages are indexed, and what the site's layout says of them beside their text. */
export class PagePolicy {
  readonly #layout: SiteLayout
  readonly #docsPath: string
  readonly #navigation: ReadonlyMap<string, NavigationEntry>
  readonly #includeHidden: boolean
  readonly #includeDrafts: boolean

  /** @param docsPath documentation folder in the repository: the layout's paths are relative to it */
  constructor(
    layout: SiteLayout,
    docsPath: string,
    { includeHidden = false, includeDrafts = false }: PagePolicyOptions,
  ) {
    this.#layout = layout
    this.#docsPath = docsPath
    // The first place of a page counts: the same page may be linked again from other tabs.
    this.#navigation = new Map(layout.navigation.pages.toReversed().map((entry) => [entry.path, entry]))
    this.#includeHidden = includeHidden
    this.#includeDrafts = includeDrafts
  }

  /** @param file relative to the documentation folder, as all of this class */
  isPage(file: string): boolean {
    return this.#layout.isPage(file)
  }

  /**
   * What the manifest keeps of a file: changes with its content, the files it includes, and everything else that shapes
   * its page.
   */
  hash(sourceHash: string, file: string, includedHashes: readonly string[]): string {
    const path = this.#layout.pagePath(file)
    return contentHash(
      JSON.stringify([
        PAGE_FORMAT,
        sourceHash,
        includedHashes,
        this.#includeHidden,
        this.#includeDrafts,
        path,
        this.#isListed(path),
        this.#placeOf(file, path),
      ]),
    )
  }

  allows(page: Page): boolean {
    if (page.draft && !this.#includeDrafts) return false
    if (this.#includeHidden) return true
    // Operations of an API are listed by their method and path, or by their whole document.
    return !page.hidden && (this.#isListed(page.path) || page.frontmatter.openapi !== undefined)
  }

  /** The page under its address on the site; language and version come from its place when the page itself does not say. */
  complete(page: Page, passages: readonly Passage[]): { page: Page; passages: Passage[] } {
    const file = this.#docsPath === '' ? page.file : page.file.slice(this.#docsPath.length + 1)
    const path = this.#layout.pagePath(file, page.frontmatter)
    const { language, version } = this.#placeOf(file, path)
    const added = {
      ...(page.language === undefined && language !== undefined ? { language } : {}),
      ...(page.version === undefined && version !== undefined ? { version } : {}),
    }
    return {
      page: { ...page, ...added, path },
      passages: passages.map((passage) => ({
        ...passage,
        ...added,
        id: path + passage.id.slice(passage.pagePath.length),
        pagePath: path,
      })),
    }
  }

  /** A page that a complete navigation leaves out is hidden, as one with `hidden: true` is. */
  #isListed(path: string): boolean {
    return !this.#layout.navigationIsComplete || this.#navigation.has(path)
  }

  #placeOf(file: string, path: string): { language?: string; version?: string } {
    const entry = this.#navigation.get(path)
    const language = entry?.language ?? this.#layout.language(file)
    const version = entry?.version ?? this.#layout.version(file)
    return { ...(language === undefined ? {} : { language }), ...(version === undefined ? {} : { version }) }
  }
}

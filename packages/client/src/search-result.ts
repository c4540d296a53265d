/** A passage that a search found, as `POST /discovery/v1/search/{domain}` returns it. */
export interface SearchResult {
  /** Text of the passage, Markdown. */
  content: string
  /** Route path of the page, such as `/guides/start`. Never percent-encoded. */
  path: string
  metadata: {
    title: string
    /** Headings above the passage, the outermost first. */
    headings: string[]
    /** Address of the passage in the documentation. */
    url: string
    /** 0 to 1, and the same for every search. */
    score: number
    [field: string]: unknown
  }
}

/** The Markdown of one page. */
export interface PageContent {
  path: string
  content: string
}

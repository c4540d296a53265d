/** A heading-sized piece of a page: what is searched, put into prompts and cited. */
export interface Passage {
  /** Page path, anchor and number within the anchor (`/guides/auth#keys~0`): edits elsewhere in the page keep it. */
  id: string
  pagePath: string
  /** Anchor of the heading the passage stands under; '' before the first heading. */
  anchor: string
  /** Title of the page. */
  title: string
  /** Breadcrumb from the page title down to the heading of the passage. */
  headings: string[]
  /** Readable Markdown without the passage's own heading: code blocks kept, JSX reduced to its texts. */
  content: string
  /** Position in the page, from 0. */
  ordinal: number
  /** What it is written in: the language of its page, else that of the site. */
  language?: string
  version?: string
  tags: string[]
  groups: string[]
  /** What it has besides its first section, in the order of the page: short ones, and those of `joinNeighbours`. */
  sections?: PassageSection[]
}

/** A section that begins within a passage or a page. */
export interface PassageSection {
  anchor: string
  /** Index of its heading in the content. */
  start: number
}

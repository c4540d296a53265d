import type { Link } from '../../paths/link.ts'

export interface Heading {
  /** 1 to 6. */
  depth: number
  /** Plain text, without Markdown marks. */
  text: string
  /** Id of the heading in the rendered page, unique in the page unless the author repeated an explicit id. */
  anchor: string
}

/** One documentation page, as its source file says it. */
export interface Page {
  /** Route path: starts with `/`, no extension, index pages collapse to their folder (`/` for the root). */
  path: string
  /** Repository-relative file path, posix. */
  file: string
  title: string
  description?: string
  headings: Heading[]
  /** Parsed YAML; empty when there is none or it is invalid. */
  frontmatter: Record<string, unknown>
  /** As the page or its place says it. A page without one belongs to every language. */
  language?: string
  version?: string
  /** Whether its version is the one that the site shows first. Absent where nothing says so. */
  isCurrent?: boolean
  tags: string[]
  /** When not empty, only readers of these groups may see the page. */
  groups: string[]
  /** Of a page in an index: shown at its address alone. */
  hidden: boolean
  draft: boolean
  /** The Markdown source without the frontmatter. */
  content: string
  links: Link[]
}

import type { SiteReferences } from '../formats/page/source-format.ts'
import type { Link } from '../paths/link.ts'
import type { LinkStyle } from './link-style.ts'
import type { MovableReferences } from './references.ts'
import type { SiteTarget } from './site-target.ts'

/** The pages of a site by their files and addresses. Paths are the repository's. */
export interface SitePages {
  /** Files of the pages. */
  readonly pages: Iterable<string>
  /** Folder of the pages. */
  readonly folder: string
  readonly references: (SiteReferences & MovableReferences) | undefined
  /** How links between its pages are written. */
  readonly style: LinkStyle
  /** Route path of a page; undefined for another file. */
  routeOf(file: string): string | undefined
  /** The page at a route path. */
  pageAt(route: string): string | undefined
  /** What a link in a page leads to. */
  find(file: string, link: Pick<Link, 'target' | 'kind'>): SiteTarget
  hasFile(file: string): boolean
  /** Of a page that may say its own address; empty for another. */
  frontmatterOf(file: string): Readonly<Record<string, unknown>>
  languageOf(file: string): string | undefined
  /** A file of the repository as the layout names it. */
  inLayout(file: string): string
  /** A path of the layout as it is in the repository. */
  inRepository(path: string): string
}

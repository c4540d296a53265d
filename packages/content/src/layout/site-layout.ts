import type { HeadingIds } from '../formats/page/heading-ids.ts'
import type { Include } from '../formats/page/include.ts'
import type { SiteReferences } from '../formats/page/source-format.ts'
import type { FormatName } from '../paths/format-name.ts'
import type { LinkStyle } from './link-style.ts'
import type { Navigation, NavigationEntry } from './navigation.ts'
import type { NavigationFiles } from './navigation-files.ts'
import type { PagePresence } from './page-state.ts'
import type { MovableReferences } from './references.ts'

/** How a documentation repository becomes a site. All paths are posix and relative to the documentation folder. */
export interface SiteLayout {
  /** Of its generator; `plain` for a folder that none is known for. */
  readonly name: string
  /** Formats of its pages: files in others are none. */
  readonly formats: readonly FormatName[]
  /** Extensions of pages that the site publishes and Docent does not read. Default: none. */
  readonly unreadFormats?: readonly string[]
  /** Folder of the pages; '' when they begin at the documentation folder. */
  readonly root: string
  /**
   * False for what the site does not show as a page of its own: partials, snippets, files outside of its folders, and
   * what its configuration leaves out of the build.
   */
  isPage(file: string): boolean
  /** Route path of a page. `frontmatter` decides where a site lets it (`slug`, `id`), and the first heading. */
  pagePath(file: string, frontmatter?: Readonly<Record<string, unknown>>, heading?: string): string
  /** What the page's place says, when the page itself does not. */
  language(file: string): string | undefined
  /** Language that its pages are written in where neither they nor their place say one. */
  readonly siteLanguage?: string | undefined
  version(file: string): string | undefined
  /** Whether the version of a page is the one that the site shows first. Absent, or undefined: nothing says so. */
  isCurrentVersion?(file: string): boolean | undefined
  /** Pages in their order with breadcrumbs, and redirects. Empty where the site makes it from its folders. */
  readonly navigation: Navigation
  /** A page that the navigation does not list is hidden. */
  readonly navigationIsComplete: boolean
  /** How pages stand in the navigation by what they say of themselves; absent where `navigation` has it all. */
  readonly arrangement?: SiteArrangement
  /**
   * Hidden pages have an address, which nothing on the site names; `marked`: only those that say so themselves. Default:
   * they are nowhere.
   */
  readonly servesHidden?: boolean | 'marked'
  /** What the place of a page says in its frontmatter where the page itself says nothing. */
  defaults?(file: string): Readonly<Record<string, unknown>>
  /** What the site's own words in the frontmatter of a page mean for where it is; absent for nothing. */
  presence?(file: string, frontmatter: Readonly<Record<string, unknown>>): PagePresence | undefined
  /** A file without frontmatter is no page of the site. */
  readonly needsFrontmatter?: boolean
  /** What `presence` rests on beside the frontmatter: pages are read again when it changes. */
  readonly presenceSettings?: string
  /** The frontmatter of a page may say its address. */
  readonly isPlacedByPages?: boolean
  /** Older addresses of a page, which its frontmatter names. */
  aliases?(file: string, frontmatter: Readonly<Record<string, unknown>>): string[]
  /** Pages in Markdown are read as MDX: their imports and exports are no text. */
  readonly hasModules?: boolean
  /** Folder that `@site/` stands for; absent where nothing says so. */
  readonly siteFolder?: string
  /** How imports of its pages may begin, such as `@parts/`, and the folders that this stands for. */
  readonly importPaths?: ReadonlyMap<string, string>
  /** Where an absolute link of a page to a file by its name begins, where versions and translations have folders. */
  contentFolders?(file: string): string[]
  /** A page's text with what the site writes in place of its own marks, such as references to pages. */
  rewrite?(file: string, text: string): string
  /** Places of a page where the site puts texts of other files in ways of its own. In linear time. */
  includes?(file: string, source: string): Include[]
  /** Ids of the headings of one page. Default: as GitHub gives them. */
  headingIds?(): HeadingIds
  /** How pages name each other and other files, where that is neither a path nor an address. */
  readonly references?: SiteReferences & MovableReferences
  /** Marks in the text of a page that name another one, and that the build replaces by its address. */
  readonly pageMarks?: PageMarks
  /** How links between its pages are written. Default: as in documentation beside other pages of a larger site. */
  readonly links?: LinkStyle
  /** Where its configuration lists pages, and how it is edited. Absent: nowhere. */
  readonly navigationFiles?: NavigationFiles
  /** OpenAPI descriptions whose operations the site shows as pages. */
  readonly openapi?: readonly DeclaredOpenapi[]
}

export interface PageMarks {
  /** The targets of a text as they are written, and where. In linear time. */
  find(text: string): Iterable<{ target: string; start: number; end: number }>
  /** The address that a target of a page leads to. */
  addressOf(file: string, target: string): string
}

export interface SiteArrangement {
  /** The keys of frontmatter that it asks for; `sidebar.order` is one within another. */
  readonly keys: readonly string[]
  /** @param pages that the navigation may name, by file */
  arrange(pages: ReadonlyMap<string, ArrangedPage>): NavigationEntry[]
}

/** A page as the navigation needs it. */
export interface ArrangedPage {
  /** Route path. */
  path: string
  title?: string
  /** Its values of the keys that are asked for. */
  frontmatter: Readonly<Record<string, unknown>>
}

export interface DeclaredOpenapi {
  /** The description's file, or its address on another server. */
  source: string
  /** Folder of its pages, below the root of the site. */
  directory: string
  /** `GET /users`: the operations that have pages; absent: all. */
  operations?: readonly string[]
}

/** The files of a repository, and the texts of those that `isLayoutFile` names. */
export interface LayoutSource {
  readonly files: readonly string[]
  readonly texts: ReadonlyMap<string, string>
}

import type { FormatName } from '../../paths/format-name.ts'
import type { Link } from '../../paths/link.ts'
import type { Problem } from '../../paths/problem.ts'
import type { Frontmatter } from './frontmatter.ts'
import type { HeadingIds } from './heading-ids.ts'
import type { Include } from './include.ts'
import type { Page } from './page.ts'
import type { Passage } from './passage.ts'

/** Address of a page, and what its place says of it when the page itself does not. */
export interface PagePlace {
  /** Route path. */
  path: string
  title?: string
  language?: string
  /** Of the site: what the text is written in where nothing else says so. */
  siteLanguage?: string
  version?: string
  isCurrent?: boolean
  /** The page's own, with what its folder says where the page itself says nothing. Default: its own. */
  frontmatter?: Readonly<Record<string, unknown>>
}

export interface ParsedPage {
  page: Page
  /** In the order of the page; at least one. */
  passages: Passage[]
  /** What can be seen without a full parse; `inspect` finds more. */
  problems: Problem[]
  /** Everything a link to the page can point at: headings, ids, titled components. */
  anchors: string[]
}

/** What a format must know of the site of its pages. Paths are relative to the documentation folder. */
export interface FormatSite {
  /** Folder of the pages. */
  readonly root: string
  /** Pages in Markdown are read as MDX: their imports and exports are no text. */
  readonly hasModules?: boolean
  /** Folder that `@site/` stands for; absent where nothing says so. */
  readonly siteFolder?: string
  /** How imports may begin, such as `@parts/`, and the folders that this stands for. */
  readonly importPaths?: ReadonlyMap<string, string>
  /** A text with what the site writes in place of its own marks. */
  rewrite?(path: string, text: string): string
  /** Places of a page where the site puts texts of other files in ways of its own. In linear time. */
  includes?(path: string, source: string): Include[]
  /** Ids of the headings of one page. Default: as GitHub gives them. */
  headingIds?(): HeadingIds
  /** How pages name each other and other files, where that is neither a path nor an address. */
  readonly references?: SiteReferences
}

/** References of a site's own kind, such as `module:page.adoc`. */
export interface SiteReferences {
  /** The file that a reference means; undefined if this repository doesn't have it. @param path of the page that refers */
  fileOf(path: string, target: string, as: ReferenceKind): string | undefined
  /** Where a reference to a page leads on the site; undefined for one that leads to no page. */
  addressOf(path: string, target: string): string | undefined
  /** What the site calls the page or the place that a reference leads to; absent where references have texts of their own. */
  titleOf?(path: string, target: string): string | undefined
  /** Attributes that every page of the site has, by name. */
  attributes(path: string): Readonly<Record<string, string>>
}

/** What a reference stands for: a link, an image, or a text to include. */
export type ReferenceKind = 'page' | 'image' | 'text'

/** A page to read, and what its site says of it. */
export interface PageRequest {
  /** Relative to the documentation folder, posix: includes count from there. */
  path: string
  /** Repository-relative, posix. */
  file: string
  source: string
  /** Documentation folder in the repository. */
  root: string
  site: FormatSite
  /** Texts of this revision that the page takes, by paths like `path`. */
  included: ReadonlyMap<string, string>
  /** Where a page with this frontmatter and first heading stands on its site. */
  place(frontmatter: Readonly<Record<string, unknown>>, heading?: string): PagePlace
}

/** What a page shows of itself, without the rest of its site. Plain data: it may come from another thread. */
export interface PageInspection {
  /** What would break the page: mistakes of syntax and frontmatter, code that is not closed, ids given twice. */
  problems: Problem[]
  links: Link[]
  /** Everything a link to the page can point at. */
  anchors: string[]
  /** The page takes text from elsewhere, and may have more anchors. */
  hasMoreAnchors: boolean
}

export interface InspectPageOptions {
  /** False leaves out the full parse, most of the time that this takes. Default: true. */
  compile?: boolean
  /** Attributes that the site gives the page. */
  attributes?: Readonly<Record<string, string>>
}

/** A link and where its raw target stands in the source. */
export interface LocatedLink extends Link {
  start: number
  end: number
}

/** A text that a page takes in, and that is nowhere. */
export interface MissingInclude {
  /** From 1. */
  line: number
  /** The likeliest file. */
  file: string
}

/** How pages of one format are read and edited. A format loads its parser when it first needs it. */
export interface SourceFormat {
  readonly name: FormatName
  /** What a page says of itself at its beginning. Never throws, and takes linear time. */
  frontmatter(source: string): Frontmatter
  /**
   * The files that a page may take texts from; only what exists counts. Relative to the documentation folder, each once.
   *
   * @param path of the page, relative to the documentation folder
   */
  includes(path: string, source: string, site: FormatSite): string[]
  /** Texts that a page takes in, and that no file has. Absent: unknown. */
  missingIncludes?(
    path: string,
    source: string,
    site: FormatSite,
    exists: (path: string) => boolean,
  ): MissingInclude[]
  /** Reads a page. Reports what is malformed, and reads it as text. */
  parse(request: PageRequest): ParsedPage | Promise<ParsedPage>
  /** Looks at one page: everything that would break it, and what it links to and can be linked by. */
  inspect(file: string, source: string, options?: InspectPageOptions): Promise<PageInspection>
  /** The links of a page in the order of their targets, in linear time and without the parser. */
  links(file: string, source: string): LocatedLink[]
  /** A target as it must be written in this format. */
  encodeTarget(path: string): string
  /** Relative paths of code that a page imports: whoever moves it has to look at them. */
  relativeImports?(source: string): string[]
}

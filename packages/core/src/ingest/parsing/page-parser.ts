import type {
  ArrangedPage,
  Page,
  PagePresence,
  Passage,
  Problem,
  Redirect,
  SiteOrigin,
} from '@docent/content'
import type { IndexProblem, IndexProblemKind } from '../../domain/index-problem.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ConfigurationAbove } from '../source/configuration-above.ts'

/** A documentation file to parse. */
export interface SourceText {
  /** Relative to the documentation folder, posix: the site's layout and includes count from there. */
  path: string
  /** Repository-relative, posix. */
  file: string
  content: Uint8Array
  /** Files whose texts it may take, by their path; the parser asks for those that it lacks. */
  included: ReadonlyMap<string, Uint8Array>
  /** Files that were asked for, and that the repository has not. */
  absent: ReadonlySet<string>
  /** No more texts can be had: what is missing stays as it is written. */
  isComplete: boolean
}

export type ParsedFile =
  | ParsedText
  /** The page takes texts of these files too, and is to be parsed again with them. */
  | { file: string; wanted: string[] }
  /** The file is beyond what one may cost, or the parser broke on it; the others are not harmed. */
  | { file: string; failure: string /** Default: `unreadable`. */; kind?: IndexProblemKind }

export interface ParsedText {
  file: string
  page: Page
  passages: Passage[]
  problems: Problem[]
  /** What of the file is missing on the page. */
  losses: PageLoss[]
  /**
   * Files whose texts it takes, or would if they existed and all of its readers could see them; relative to the
   * documentation folder, with `../` outside of it.
   */
  included: string[]
  /** Older addresses that the page names. */
  aliases: string[]
  /** Where the site itself has the page. */
  presence: PagePresence
  /** False where a complete navigation leaves the page out. */
  isListed: boolean
}

/** Something that a page shows on its site and not here. */
export type PageLoss = Omit<IndexProblem, 'file'>

/** What the configuration of a site says of a documentation file, before the file is read. */
export interface FilePlace {
  /** Route path. */
  path: string
  /** For a page that has none of its own. */
  title?: string
  language?: string
  siteLanguage?: string
  version?: string
  isCurrent?: boolean
  /** What its folder says in the frontmatter of the page. */
  defaults?: Readonly<Record<string, unknown>>
  isListed: boolean
}

/** A page in the navigation. */
export interface NavigationPlace {
  path: string
  /** Titles of the groups around it, outermost first. */
  breadcrumb: readonly string[]
  /** What the navigation calls it. */
  title?: string
}

/** What the configuration of a site says. Plain data: it comes from another thread. */
export interface SiteDescription {
  /** Of the files that are pages, by path relative to the documentation folder. */
  places: ReadonlyMap<string, FilePlace>
  redirects: readonly Redirect[]
  /** Pages in the order of the navigation, with the titles above them; empty where a site has none of its own. */
  navigation: readonly NavigationPlace[]
  /** What pages say in their frontmatter of their place in the navigation: see `arrange`. Absent: nothing. */
  arrangedBy?: readonly string[]
  /** Settings that decide where pages are; '' for none. */
  presenceSettings: string
  /** How the site is made, as the layout is called. */
  layout: string
  /** What the site shows and Docent does not, as far as files and configuration say; files as the layout names them. */
  problems: readonly IndexProblem[]
  /** Only where it was asked for. */
  origin?: SiteOrigin
}

/** What a parser must know of a site: its files, and the texts of those that configure it. */
export interface SiteFiles {
  /** Relative to the documentation folder, posix. */
  files: readonly string[]
  texts: ReadonlyMap<string, Uint8Array>
  /** Files that may be pages and that the source does not give. Absent: none. */
  unread?: readonly string[]
  /** Files that the source made, and no navigation lists by their paths. Absent: none. */
  made?: readonly string[]
  /** What may configure the site in folders above, the nearest first. Absent: nothing does. */
  above?: readonly ConfigurationAbove[]
  /** Describe the files by which the site is recognized, too. */
  wantsOrigin?: boolean
}

/** Reads the files of one site, in this thread or in others. */
export interface PageParser {
  /** @throws Error when the configuration is beyond what reading it may cost. */
  describe(options?: CallOptions): Promise<SiteDescription>
  /**
   * The navigation of a site that arranges its pages by what they say.
   * @param pages that everyone may read, by path relative to the documentation folder
   */
  arrange(
    pages: ReadonlyMap<string, ArrangedPage>,
    options?: CallOptions,
  ): Promise<readonly NavigationPlace[]>
  /** One result for each file, in their order. */
  parse(files: readonly SourceText[], options?: CallOptions): Promise<ParsedFile[]>
  close(): Promise<void>
}

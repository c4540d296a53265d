import { localeLookup } from '../../layout/locale-folders.ts'
import type { NavigationEntry, Redirect } from '../../layout/navigation.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below } from '../../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../../paths/format-name.ts'
import { isDocumentationFile } from '../../paths/page-path.ts'
import { readSummary, type SummaryEntry } from './read-summary.ts'

interface SummarySite {
  name: string
  /** Folder of the pages. */
  root: string
  /** The file with the table of contents. */
  summary: string
  /** Address of a page. @param inside path below the folder of the pages */
  route(inside: string): string
  redirects: Redirect[]
  /** What the table of contents calls a page. Default: the text of its link. */
  titleOf?: Parameters<typeof readSummary>[3]
}

/** Folders that GitBook keeps beside the pages. */
const BESIDE = /(?:^|\/)(?:\.[^/]+|_book|node_modules)\//

/** A site whose table of contents is a Markdown file. What it does not list is no part of the site. */
export function summaryLayout(
  { files, texts }: LayoutSource,
  { name, root, summary, route, redirects, titleOf }: SummarySite,
): SiteLayout {
  const isPage = (path: string) => {
    const inside = below(root, path)
    return path !== summary && inside !== undefined && isDocumentationFile(path) && !BESIDE.test(inside)
  }
  const pagePath = (path: string) => route(below(root, path) ?? path)
  const pages = listedPages(readSummary(summary, texts.get(summary) ?? '', undefined, titleOf), pagePath)
  return {
    name,
    formats: MARKDOWN_FORMATS,
    root,
    isPage,
    pagePath,
    language: localeLookup(files.filter(isPage), root),
    version: () => undefined,
    navigation: { pages, redirects, problems: [] },
    navigationIsComplete: pages.length > 0,
  }
}

/** The entries of a table of contents as those of a navigation. */
export function listedPages(
  entries: readonly SummaryEntry[],
  pagePath: (file: string) => string,
): NavigationEntry[] {
  return entries.map(({ file, breadcrumb, title, link }) => {
    const { line, column } = link
    return { path: pagePath(file), breadcrumb, title, line, column }
  })
}

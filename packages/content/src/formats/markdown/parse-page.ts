import { defined } from '../../basics/defined.ts'
import { normalizeSegments, pagePathOf } from '../../paths/page-path.ts'
import type { Problem } from '../../paths/problem.ts'
import type { HeadingIds } from '../page/heading-ids.ts'
import type { Page } from '../page/page.ts'
import { pageMetadata, shortTitleOf, titleFromPath } from '../page/page-metadata.ts'
import type { PagePlace, ParsedPage } from '../page/source-format.ts'
import { buildPassages } from './build-passages.ts'
import { collectAnchors, collectHeadings } from './collect-headings.ts'
import { locateLinks } from './locate-links.ts'
import { readablePage } from './readable-page.ts'
import { type ScannedPage, scanPage } from './scan/scan-page.ts'
import { sourceProblems } from './source-problems.ts'

export interface ParsePageOptions {
  /** Documentation folder in the repository; route paths are relative to it. */
  root?: string
  /** Where a page with this frontmatter and first heading stands; default: at the path of its file below `root`. */
  place?(frontmatter: Readonly<Record<string, unknown>>, heading?: string): PagePlace
  /** Default: as GitHub gives them. */
  headingIds?(): HeadingIds
}

/**
 * Reads a Markdown (`.md`) or MDX (`.mdx`) file. Never throws: what is malformed is read as plain text and reported.
 *
 * ```ts
 * const { page, passages } = parsePage('docs/quickstart.mdx', '# Quickstart\n\nInstall it.', { root: 'docs' })
 * page.path // '/quickstart'
 * passages[0].anchor // 'quickstart'
 * ```
 */
export function parsePage(file: string, source: string, options: ParsePageOptions = {}): ParsedPage {
  const scanned = scanPage(normalizeSegments(file), source)
  return assemblePage(scanned, options, readablePage(scanned))
}

/**
 * The page and the passages of a text that is taken apart.
 *
 * @param readable the same text as every parser of Markdown reads it, without the marks of single generators
 */
export function assemblePage(
  scanned: ScannedPage,
  options: ParsePageOptions = {},
  readable: ScannedPage = scanned,
): ParsedPage {
  const { file } = scanned
  const headings = collectHeadings(readable, options.headingIds?.())
  const filePath = pagePathOf(file, options.root)
  const firstTitle = headings.find((heading) => heading.depth === 1 && heading.text !== '')?.text
  const {
    path,
    title: listedTitle,
    frontmatter = scanned.frontmatter.data,
    siteLanguage,
    isCurrent,
    ...place
  } = options.place?.(scanned.frontmatter.data, firstTitle) ?? { path: filePath }
  const { title, ...metadata } = pageMetadata({ ...scanned.frontmatter, data: { ...frontmatter } })
  const page: Page = {
    path,
    file: scanned.file,
    title: title ?? firstTitle ?? shortTitleOf(frontmatter) ?? listedTitle ?? titleFromPath(filePath),
    headings: headings.map(({ depth, text, anchor }) => ({ depth, text, anchor })),
    frontmatter: { ...frontmatter },
    ...place,
    ...metadata,
    // Of the version that its place says, which the page itself may correct.
    ...(metadata.version === undefined && defined({ isCurrent })),
    content: scanned.source.slice(scanned.frontmatter.bodyStart),
    links: locateLinks(scanned).map(({ target, text, kind, line, column }) => ({
      target,
      text,
      kind,
      line,
      column,
    })),
  }
  return {
    page,
    passages: buildPassages(
      readable,
      { ...page, ...defined({ language: page.language ?? siteLanguage }) },
      headings,
    ),
    problems: sourceProblems(scanned),
    anchors: collectAnchors(scanned, headings),
  }
}

/** What is wrong with a page as its file says it, without what it includes. Never throws. */
export function pageProblems(file: string, source: string): Problem[] {
  return sourceProblems(scanPage(normalizeSegments(file), source))
}

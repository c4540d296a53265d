import { LONGEST_PAGE } from '../page/longest-page.ts'
import type { PageInspection } from '../page/source-format.ts'
import { locateReferences } from './locate-links.ts'
import { plain } from './marks.ts'
import { readDocument } from './read-document.ts'
import { asciidocProblems } from './source-problems.ts'

/** Looks at one page by itself: what it includes is not known here. */
export async function inspectAsciidoc(
  file: string,
  source: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<PageInspection> {
  const references = locateReferences(source)
  const read = await readDocument({
    path: file,
    file,
    source: source.slice(0, LONGEST_PAGE),
    attributes,
    links: { addressOf: () => undefined, titleOf: () => undefined, imageOf: () => undefined },
    include: () => undefined,
  })
  return {
    problems: asciidocProblems(file, source, read.problems),
    links: references.map(({ target, text, kind, line, column }) => ({ target, text, kind, line, column })),
    // A reference may name a section by its title, and how ids are made may be set where the site is built.
    anchors: [...new Set([...read.anchors, ...read.titles.flatMap((title) => [title, ...usualIds(title)])])],
    hasMoreAnchors: references.some(({ as }) => as === 'text') || source.length > LONGEST_PAGE,
  }
}

/** The ids of a section by default, and with `idprefix` and `idseparator` as most sites set them. */
function usualIds(title: string): string[] {
  const words = plain(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_.-]/gu, '')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
  return [`_${words.join('_')}`, words.join('-')]
}

import type { Page } from '@docent/content'
import { type PageReference, pageMarkdown, referenceResolver } from '@docent/core'
import { isAskedWithoutKey } from './agents/asked-without-key.ts'
import type { SiteContents } from './site-contents.ts'
import { filePath, markdownPath, sitePath } from './site-path.ts'

/** Turns what a page refers to into addresses of its site. */
export function siteReferences(
  contents: SiteContents,
  page: Pick<Page, 'file' | 'path'>,
): (reference: PageReference) => string | undefined {
  const { base } = contents
  return referenceResolver(contents, page, {
    page: (path) => sitePath(base, path),
    image: (file) => filePath(base, file),
  })
}

/**
 * A page of a site as Markdown, with whole addresses, where pages lead to pages as Markdown.
 *
 * @param note below the title; default: where all pages are listed, and how to ask
 */
export function siteMarkdown(
  page: Page,
  contents: SiteContents,
  origin: string,
  note = noteOf(contents, origin),
): string {
  const base = origin + contents.base
  const resolve = referenceResolver(contents, page, {
    page: (path, isKnown) => (isKnown ? markdownPath(base, path) : sitePath(base, path)),
    image: (file) => filePath(base, file),
  })
  return pageMarkdown(page, resolve, note)
}

function noteOf({ base, project, preview }: SiteContents, origin: string): string {
  const list = `> All pages are listed in ${origin}${base}/llms.txt.`
  if (preview !== undefined || !isAskedWithoutKey(project)) return list
  return `${list} To ask a question, add \`?ask=\` and the question to the address of this Markdown.`
}

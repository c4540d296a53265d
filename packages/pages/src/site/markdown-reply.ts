import { type Page, plainMarkdown } from '@docent/content'
import { referenceResolver } from './html/page-links.ts'
import type { SiteContents } from './site-contents.ts'
import { markdownPath } from './site-path.ts'

/** Leads to another server, or holds a picture itself. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]{0,30}:|\/\/)/i

/**
 * A page as Markdown for programs: its title, what it says of itself, and its text as readers see it, with whole
 * addresses.
 *
 * @param note below the title; default: where all pages are listed
 */
export function pageMarkdown(
  page: Page,
  contents: SiteContents,
  origin: string,
  note = `> All pages are listed in ${origin}${contents.base}/llms.txt.`,
): string {
  const resolve = referenceResolver(contents, page, markdownPath)
  const text = plainMarkdown(page, ({ kind, target }) => {
    if (kind === 'external' || kind === 'anchor' || ELSEWHERE.test(target)) return undefined
    const address = resolve({ kind: kind === 'image' ? 'image' : 'page', target })
    return address?.startsWith('/') ? origin + address : address
  })
  const [, own, rest = text] = /^(# [^\n]*)(?:\n+([\s\S]*))?$/.exec(text) ?? []
  const about = own === undefined && page.description !== undefined ? [`> ${oneLine(page.description)}`] : []
  return `${[own ?? `# ${oneLine(page.title)}`, note, ...about, rest].join('\n\n').trimEnd()}\n`
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

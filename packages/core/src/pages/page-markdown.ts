import { type Page, plainMarkdown } from '@docent/content'
import type { PageReference } from './page-links.ts'

/** Leads to another server, or holds a picture itself. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]{0,30}:|\/\/)/i

/**
 * A page as Markdown for programs: its title, what it says of itself, and its text as readers see it.
 *
 * @param resolve address of what the page refers to; undefined leaves it as it is written
 * @param note below the title
 */
export function pageMarkdown(
  page: Page,
  resolve: (reference: PageReference) => string | undefined,
  note?: string,
): string {
  const text = plainMarkdown(page, ({ kind, target }) =>
    kind === 'external' || kind === 'anchor' || ELSEWHERE.test(target)
      ? undefined
      : resolve({ kind: kind === 'image' ? 'image' : 'page', target }),
  )
  const [, own, rest] = /^(# [^\n]*)(?:\n+([\s\S]*))?$/.exec(text) ?? []
  const about = own === undefined && page.description !== undefined ? `> ${oneLine(page.description)}` : ''
  const body = own === undefined ? text : rest
  return `${[own ?? `# ${oneLine(page.title)}`, note, about, body].filter(Boolean).join('\n\n').trimEnd()}\n`
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

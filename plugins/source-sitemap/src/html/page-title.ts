import type { PageHead } from './page-head.ts'

const SEPARATOR = /(?<!\s)\s+(?:[|·•»–—-]|::)\s+/g

/**
 * The title of a page without the name of its site: its only first-level heading, else what the head says up to the
 * site's name.
 */
export function pageTitle({ title, siteName }: PageHead, headings: readonly string[]): string | undefined {
  const [heading] = headings
  if (heading !== undefined && headings.length === 1 && heading !== '') return heading
  if (title === undefined) return undefined
  if (heading !== undefined && title.startsWith(heading)) return heading
  const last = [...title.matchAll(SEPARATOR)].at(-1)
  if (last === undefined) return title
  const [before, after] = [title.slice(0, last.index), title.slice(last.index + last[0].length)]
  // A dash may belong to the title; a bar, or the name that the site gives itself, does not.
  const isSite = after === siteName || /[|·•»]|::/.test(last[0])
  return isSite && before !== '' ? before : title
}

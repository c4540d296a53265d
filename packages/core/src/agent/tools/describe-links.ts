import type { LinkingPage } from '../site/linking-pages.ts'

const MAX_PAGES = 30

/** `docs/a.mdx:3, 9; docs/b.mdx:1`, with the number of pages that are not shown. */
export function describeLinks(pages: readonly Pick<LinkingPage, 'path' | 'lines'>[]): string {
  const shown = pages.slice(0, MAX_PAGES).map(({ path, lines }) => `${path}:${lines.slice(0, 10).join(', ')}`)
  const more = pages.length > MAX_PAGES ? `; and ${pages.length - MAX_PAGES} more pages` : ''
  return `${shown.join('; ')}${more}`
}

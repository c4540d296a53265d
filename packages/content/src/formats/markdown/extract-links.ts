import type { Link } from '../../paths/link.ts'
import { locateLinks } from './locate-links.ts'
import { scanPage } from './scan/scan-page.ts'

/**
 * The links and images of a source in the order in which they stand: Markdown, definitions, bare URLs, and `href` and
 * `src` of JSX and HTML. Code holds none. `file` decides the format: MDX unless it ends in `.md`.
 */
export function extractLinks(source: string, file = 'page.mdx'): Link[] {
  return locateLinks(scanPage(file, source)).map(({ target, text, kind, line, column }) => {
    return { target, text, kind, line, column }
  })
}

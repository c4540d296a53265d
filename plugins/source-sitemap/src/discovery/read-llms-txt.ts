import { extractLinks } from '@docent/content'

/**
 * The targets of the links of an `llms.txt` (https://llmstxt.org), in their order, as they are written. Images and
 * anchors are none.
 */
export function readLlmsTxt(text: string): string[] {
  const links = extractLinks(text, 'llms.md')
  return links.filter(({ kind }) => kind === 'internal' || kind === 'external').map(({ target }) => target)
}

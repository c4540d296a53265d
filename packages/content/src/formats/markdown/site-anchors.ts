import type { Heading } from '../page/page.ts'
import { pythonSlug, vueSlug } from '../page/slugs.ts'
import type { ScannedPage } from './scan/scan-page.ts'

/** `{#id}`, `{: #id }` and `{ .class #id }`, of headings, paragraphs and empty links. */
const ATTRIBUTE_LIST = /\{([^{}\n]*)\}/g
const ATTRIBUTE_ID = /^[^#]*#([\w.:-]+)/

/**
 * Anchors that other sites than those with GitHub's slugger give to the headings of a page: VitePress and Python
 * Markdown, and ids in attribute lists. Which of them a site has is not asked: a link that one of them makes is no
 * mistake worth telling.
 */
export function siteAnchors(page: ScannedPage, headings: readonly Heading[]): string[] {
  const anchors = [...page.source.matchAll(ATTRIBUTE_LIST)].map(
    ([, attributes = '']) => ATTRIBUTE_ID.exec(attributes)?.[1] ?? '',
  )
  const vite = new Map<string, number>()
  const python = new Map<string, number>()
  for (const { text, anchor } of headings) {
    // The title in a heading may be followed by an attribute list, which is no part of it.
    const title = text.replace(/(?<!\s)\s*\{[^{}]*\}\s*$/, '')
    anchors.push(
      numbered(vueSlug(title), vite, '-'),
      numbered(pythonSlug(title), python, '_'),
      pythonSlug(title, { isUnicode: true }),
      anchor.replaceAll(/-{2,}/g, '-'),
    )
  }
  return anchors.filter((anchor) => anchor !== '')
}

function numbered(slug: string, seen: Map<string, number>, separator: string): string {
  const count = seen.get(slug) ?? 0
  seen.set(slug, count + 1)
  return count === 0 ? slug : `${slug}${separator}${count}`
}

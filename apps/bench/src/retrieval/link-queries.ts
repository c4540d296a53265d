import { createHash } from 'node:crypto'
import type { Query } from './collection.ts'
import type { Site } from './site-pages.ts'
import { siteRoutes } from './site-routes.ts'

const LEAST_WORDS = 3
const MOST_WORDS = 12

interface Anchor {
  text: string
  site: string
  targets: Set<string>
  holders: Set<string>
}

/**
 * The texts of links between pages, as queries: the linked page is the answer.
 *
 * 1. The link leads to another page of its own site, and its text has 3 to 12 words.
 * 2. Texts are one query when they differ only in case, spaces and the punctuation around them.
 * 3. A text that links to more than one page, in whichever site, is ambiguous and left out.
 * 4. Every page that holds a link with the text is excluded from what is found, and so never the answer.
 *
 * They come in an order that depends on nothing but their texts, so that the first n are a fair sample.
 */
export function linkQueries(sites: readonly Site[]): Query[] {
  const anchors = new Map<string, Anchor>()
  for (const site of sites) {
    const routeOf = siteRoutes(site)
    for (const { page } of site.pages) {
      for (const { kind, target, text } of page.links) {
        if (kind !== 'internal') continue
        const key = normalizeAnchor(text)
        const words = key === '' ? 0 : key.split(' ').length
        if (words < LEAST_WORDS || words > MOST_WORDS) continue
        const linked = routeOf(target, page)
        if (linked === undefined || linked === page.path) continue
        const anchor = anchors.get(key) ?? {
          text: text.trim(),
          site: site.name,
          targets: new Set(),
          holders: new Set(),
        }
        anchor.targets.add(globalPath(site, linked))
        anchor.holders.add(globalPath(site, page.path))
        anchors.set(key, anchor)
      }
    }
  }
  return [...anchors]
    .filter(
      ([, { targets, holders }]) => targets.size === 1 && ![...targets].some((path) => holders.has(path)),
    )
    .map(([key, anchor]) => ({ order: createHash('sha256').update(key).digest('hex'), anchor }))
    .sort((first, second) => (first.order < second.order ? -1 : 1))
    .map(({ anchor: { text, site, targets, holders } }) => ({
      text,
      site,
      relevant: new Map([...targets].map((path) => [path, 1])),
      exclude: holders,
    }))
}

/** The path of a page among those of all sites. */
export function globalPath(site: Site, path: string): string {
  return path === '/' ? `/${site.name}` : `/${site.name}${path}`
}

/** Lower case, single spaces, without the punctuation around it. */
export function normalizeAnchor(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

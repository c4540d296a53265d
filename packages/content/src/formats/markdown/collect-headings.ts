import GithubSlugger from 'github-slugger'
import { githubIds, type HeadingIds } from '../page/heading-ids.ts'
import type { Heading } from '../page/page.ts'
import { withEmoji } from './dialects/emoji.ts'
import { plainText } from './scan/plain-text.ts'
import type { ScannedPage } from './scan/scan-page.ts'
import { attributeValue } from './scan/scan-tag.ts'

const LONGEST_HEADING = 500

export interface LocatedHeading extends Heading {
  /** Index of its block. */
  block: number
  explicit: boolean
  nested: boolean
}

/** The headings of a page in order, with the anchors that the site gives them, or the author's `{#id}`. */
export function collectHeadings(page: ScannedPage, ids: HeadingIds = githubIds()): LocatedHeading[] {
  // Ids that authors wrote are taken as they are, and no other heading gets the same one.
  for (const block of page.blocks)
    if (block.kind === 'heading' && block.explicitId !== undefined) ids.take(block.explicitId)
  const headings: LocatedHeading[] = []
  for (const [index, block] of page.blocks.entries()) {
    if (block.kind !== 'heading') continue
    const end = Math.min(block.textEnd, block.textStart + LONGEST_HEADING)
    const text = plainText(page.source, block.textStart, end, page.mdx ? 'mdx' : 'markdown', page.labels)
    const explicit = block.explicitId !== undefined
    const anchor = block.explicitId ?? ids.of(text)
    headings.push({
      depth: block.depth,
      text: withEmoji(text),
      anchor,
      block: index,
      explicit,
      nested: block.nested,
    })
  }
  return headings
}

/**
 * Everything a link to the page can point at: headings, `id` and `name` attributes, and the ids that documentation
 * themes give to titled components (`<Step title="Install">` is `#install`).
 */
export function collectAnchors(page: ScannedPage, headings: readonly Heading[]): string[] {
  const anchors = new Set(headings.map((heading) => heading.anchor))
  const slugger = new GithubSlugger()
  for (const scan of page.inline) {
    for (const token of scan?.tokens ?? []) {
      if (token.kind !== 'tag' || token.tag.attributes.length === 0) continue
      for (const name of ['id', 'name']) {
        const value = attributeValue(token.tag, name)
        if (value !== undefined && value !== '') anchors.add(value)
      }
      if (!/^[A-Z]/.test(token.tag.name)) continue
      for (const name of ['title', 'label', 'name', 'path', 'query', 'body', 'header']) {
        const value = attributeValue(token.tag, name)
        if (value !== undefined && value.length <= LONGEST_HEADING) anchors.add(slugger.slug(value))
      }
    }
  }
  return [...anchors].filter((anchor) => anchor !== '')
}

import { type Link, linkKind } from '../../paths/link.ts'
import type { LocatedLink } from '../page/source-format.ts'
import { decodeEntities } from './scan/decode-entities.ts'
import type { InlineToken, LinkToken } from './scan/inline-token.ts'
import { plainText } from './scan/plain-text.ts'
import { normalizeLabel } from './scan/scan-inline.ts'
import type { ScannedPage } from './scan/scan-page.ts'
import { attributeValue, type Tag } from './scan/scan-tag.ts'

const IMAGE_TAG = /^(?:img|image|picture|source|video|audio|light|dark)/i
const LONGEST_TEXT = 300

/** The links of a page in the order of their targets; code, comments and MDX expressions hold none. */
export function collectLinks(page: ScannedPage): LocatedLink[] {
  const links: LocatedLink[] = []
  const definitions: { token: LinkToken; link: LocatedLink }[] = []
  const uses = new Map<string, string>()
  for (const [index, scan] of page.inline.entries()) {
    const block = page.blocks[index]
    // The lines of a nested heading are in the text block around it.
    if (scan === undefined || (block?.kind === 'heading' && block.nested)) continue
    for (const token of scan.tokens) {
      if (token.kind === 'tag') links.push(...tagLinks(page, token.tag, block?.end ?? token.end))
      const link = tokenLink(page, token)
      if (link === undefined) continue
      links.push(link)
      if (token.kind === 'definition') definitions.push({ token, link })
    }
    if (scan.references.length === 0) continue
    for (const { label, textStart, textEnd } of scan.references) {
      if (!uses.has(label)) uses.set(label, linkText(page, textStart, textEnd))
    }
  }
  for (const { token, link } of definitions) {
    const label = normalizeLabel(page.source.slice(token.textStart, token.textEnd))
    link.text = uses.get(label) ?? link.text
  }
  return links.sort((a, b) => a.start - b.start)
}

function tokenLink(page: ScannedPage, token: InlineToken): LocatedLink | undefined {
  if (token.kind === 'autolink') {
    const written = page.source.slice(token.targetStart, token.targetEnd)
    const target = written.startsWith('www.') ? `http://${written}` : written
    return located(page, token.targetStart, token.targetEnd, { target, text: written, kind: 'external' })
  }
  if (token.kind !== 'link' && token.kind !== 'image' && token.kind !== 'definition') return undefined
  const raw = page.source.slice(token.targetStart, token.targetEnd)
  const target = decodeEntities(raw.replace(/\\([!-/:-@[-`{-~])/g, '$1'))
  const text = linkText(page, token.textStart, token.textEnd)
  const kind = linkKind(target, token.kind === 'image')
  return located(page, token.targetStart, token.targetEnd, { target, text, kind })
}

function tagLinks(page: ScannedPage, tag: Tag, blockEnd: number): LocatedLink[] {
  const links: LocatedLink[] = []
  // Of the whole tag: looked up for each of its attributes, it would take quadratic time.
  let text: string | undefined
  for (const attribute of tag.attributes) {
    if (attribute.value === undefined || attribute.value === '') continue
    if (attribute.name !== 'href' && attribute.name !== 'src') continue
    const target = decodeEntities(attribute.value)
    const image = attribute.name === 'src' && (IMAGE_TAG.test(tag.name) || linkKind(target) !== 'external')
    text ??= tagText(tag) ?? following(page, tag, blockEnd)
    const kind = linkKind(target, image)
    links.push(located(page, attribute.start, attribute.end, { target, text, kind }))
  }
  return links
}

function tagText(tag: Tag): string | undefined {
  return ['title', 'alt', 'label', 'name'].map((name) => attributeValue(tag, name)).find((value) => value)
}

/** The text after an opening tag: what `<a href="…">` links. */
function following(page: ScannedPage, tag: Tag, blockEnd: number): string {
  if (tag.selfClosing || tag.closing) return ''
  const rest = page.source.slice(tag.end, Math.min(blockEnd, tag.end + LONGEST_TEXT))
  const close = rest.indexOf('<')
  return (close < 0 ? rest : rest.slice(0, close)).replace(/\s+/g, ' ').trim()
}

function linkText(page: ScannedPage, start: number, end: number): string {
  return plainText(
    page.source,
    start,
    Math.min(end, start + LONGEST_TEXT),
    page.mdx ? 'mdx' : 'markdown',
    page.labels,
  )
}

function located(
  page: ScannedPage,
  start: number,
  end: number,
  link: Pick<Link, 'target' | 'text' | 'kind'>,
): LocatedLink {
  return { ...link, ...page.lines.at(start), start, end }
}

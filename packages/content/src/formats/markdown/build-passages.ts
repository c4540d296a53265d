import { defined } from '../../basics/defined.ts'
import type { Page } from '../page/page.ts'
import type { Passage } from '../page/passage.ts'
import type { LocatedHeading } from './collect-headings.ts'
import { type Piece, packPieces } from './pack-pieces.ts'
import { preformatted } from './preformatted.ts'
import { readableCode, readableText } from './readable-text.ts'
import type { ScannedPage } from './scan/scan-page.ts'

/** A section with less text joins its neighbour: alone it says too little to be found or to answer. */
const TINY = 80
/** Joined small sections stay below this. */
const JOINED = 800

interface Section {
  /** 0 before the first heading. */
  depth: number
  heading: string
  anchor: string
  breadcrumb: string[]
  pieces: Piece[]
  size: number
}

/** Cuts a page into heading-sized passages. */
export function buildPassages(
  scanned: ScannedPage,
  page: Page,
  headings: readonly LocatedHeading[],
): Passage[] {
  const passages: Passage[] = []
  const numbers = new Map<string, number>()
  for (const section of joinTiny(readSections(scanned, page, headings), page)) {
    for (const { content, sections } of packPieces(section.pieces)) {
      const number = numbers.get(section.anchor) ?? 0
      numbers.set(section.anchor, number + 1)
      passages.push({
        id: `${page.path}#${section.anchor}~${number}`,
        pagePath: page.path,
        anchor: section.anchor,
        title: page.title,
        headings: section.breadcrumb,
        content,
        ordinal: passages.length,
        ...defined({ language: page.language, version: page.version }),
        tags: page.tags,
        groups: page.groups,
        ...(sections.length > 0 && { sections }),
      })
    }
  }
  return passages
}

function readSections(scanned: ScannedPage, page: Page, headings: readonly LocatedHeading[]): Section[] {
  const top: Section = { depth: 0, heading: '', anchor: '', breadcrumb: [page.title], pieces: [], size: 0 }
  if (page.description !== undefined) addPiece(top, { text: page.description, code: false })
  const sections = [top]
  let current = top
  const path: { depth: number; text: string }[] = []
  const byBlock = new Map(headings.map((heading) => [heading.block, heading]))
  for (const [index, block] of scanned.blocks.entries()) {
    if (block.kind === 'code') {
      const text = readableCode(scanned.source, block)
      addPiece(current, { text, code: true })
    } else if (block.kind === 'text') {
      const code = block.html ? preformatted(scanned.source.slice(block.start, block.end)) : undefined
      const text = code ?? readableText(scanned.source, block, scanned.inline[index]?.tokens ?? [])
      addPiece(current, { text, code: code !== undefined })
    } else if (!block.nested) {
      const { depth, text, anchor } = byBlock.get(index) ?? { depth: block.depth, text: '', anchor: '' }
      while ((path.at(-1)?.depth ?? 0) >= depth) path.pop()
      path.push({ depth, text })
      const below = path.map((entry) => entry.text).filter((entry) => entry !== '')
      // A first-level heading that repeats the title would say it twice.
      const breadcrumb = below[0] === page.title ? below : [page.title, ...below]
      current = { depth, heading: text, anchor, breadcrumb, pieces: [], size: 0 }
      sections.push(current)
    }
  }
  return sections
}

/**
 * A tiny section goes to the end of a small one before it, with its heading; the short introduction of a section goes
 * to the front of its first subsection, whose breadcrumb names it anyway.
 */
function joinTiny(sections: readonly Section[], page: Page): Section[] {
  const joined: Section[] = []
  for (const [index, section] of sections.entries()) {
    const last = joined.at(-1)
    const next = sections[index + 1]
    if (section.size === 0) {
      if (section.depth === 0 || (next !== undefined && next.depth > section.depth)) continue
      // Nothing under the heading: its words must be findable all the same.
      const text = section.heading === '' ? page.title : section.heading
      if (last !== undefined && mayFollow(last, section)) appendSection(last, section)
      else joined.push({ ...section, pieces: [{ text, code: false }], size: text.length })
    } else if (last !== undefined && introduces(last, section)) {
      section.pieces.unshift(...last.pieces)
      section.size += last.size
      joined[joined.length - 1] = section
    } else if (last !== undefined && section.size < TINY && mayFollow(last, section))
      appendSection(last, section)
    else joined.push(section)
  }
  if (joined.length === 0) {
    const top = sections[0]
    if (top !== undefined)
      joined.push({ ...top, pieces: [{ text: page.title, code: false }], size: page.title.length })
  }
  return joined
}

function mayFollow(last: Section, section: Section): boolean {
  // All that its breadcrumb would say must be in the other's, or the words of a heading would be lost.
  const related = section.breadcrumb.slice(0, -1).every((text, index) => text === last.breadcrumb[index])
  return related && last.depth > 0 && last.depth <= section.depth && last.size + section.size <= JOINED
}

function introduces(last: Section, section: Section): boolean {
  const within = last.breadcrumb.every((text, index) => text === section.breadcrumb[index])
  return within && last.size < TINY && last.breadcrumb.length > 1 && section.depth > last.depth
}

function appendSection(last: Section, section: Section): void {
  if (section.heading !== '')
    addPiece(last, {
      text: `${'#'.repeat(section.depth)} ${section.heading}`,
      code: false,
      anchor: section.anchor,
    })
  for (const piece of section.pieces) addPiece(last, piece)
}

function addPiece(section: Section, piece: Piece): void {
  if (piece.text.trim() === '') return
  section.pieces.push(piece)
  section.size += piece.text.length + 2
}

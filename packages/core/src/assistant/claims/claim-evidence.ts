import { encodeAnchor } from '../../domain/page-url.ts'
import type { PlacedClaim } from './answer-claims.ts'

/** What an answer may rest on. */
export interface EvidencePassage {
  readonly url: string
  readonly title: string
  readonly headings: readonly string[]
  readonly content: string
  /** What it has besides the section of its address. */
  readonly sections?: readonly { readonly anchor: string }[]
}

/** A piece of a passage that a claim is compared with. */
export interface EvidencePiece {
  /** Index of the passage. */
  readonly passage: number
  readonly text: string
}

/** Pieces of a page that was read as a whole. */
const LONGEST_PIECE = 4_000
/** Pairs of claim and piece of one answer, and of one claim. */
const MOST_PAIRS = 80
const MOST_A_CLAIM = 3
/** Characters of all pieces that are used. */
const MOST_CHARACTERS = 40_000

const LINK = /\]\(<?([^\s)>]+)/g
const LINK_AT_START = /^\s*\[[^\]]*\]\(<?([^\s)>]+)/
const WORD = /[\p{L}\p{N}]{2,}/gu

/**
 * For each claim the pieces that may support it: of the passages that its sentence cites, else of those that its
 * paragraph cites, else of all. Of many, those that share most words with it.
 */
export function claimEvidence(
  answer: string,
  claims: readonly PlacedClaim[],
  passages: readonly EvidencePassage[],
): EvidencePiece[][] {
  const pieces = passages.flatMap((passage, at) => piecesOf(passage).map((text) => ({ passage: at, text })))
  const words = pieces.map(({ text }) => wordsOf(text))
  const most = Math.max(1, Math.min(MOST_A_CLAIM, Math.floor(MOST_PAIRS / Math.max(1, claims.length))))
  const used = new Set<number>()
  let characters = 0
  return claims.map((claim, index) => {
    const cited = citedPassages(answer, claim, claims[index + 1], passages)
    const said = [...wordsOf(claim.text)]
    const rated = pieces
      .map(({ passage }, at) => ({ at, passage, shared: said.filter((word) => words[at]?.has(word)).length }))
      .filter(({ passage }) => cited.size === 0 || cited.has(passage))
      .sort((one, other) => other.shared - one.shared || one.at - other.at)
    const taken: EvidencePiece[] = []
    for (const { at } of rated) {
      const piece = pieces[at]
      if (piece === undefined || taken.length >= most) break
      if (!used.has(at) && used.size > 0 && characters + piece.text.length > MOST_CHARACTERS) continue
      if (!used.has(at)) characters += piece.text.length
      used.add(at)
      taken.push(piece)
    }
    return taken
  })
}

function citedPassages(
  answer: string,
  { start, end }: PlacedClaim,
  next: PlacedClaim | undefined,
  passages: readonly EvidencePassage[],
): ReadonlySet<number> {
  const own = linksIn(answer.slice(start, end))
  // A citation behind the full stop is read as the beginning of the sentence that follows.
  const behind = LINK_AT_START.exec(answer.slice(end, next?.end ?? answer.length))?.[1]
  const inSentence = matching(behind === undefined ? own : [...own, behind], passages)
  if (inSentence.size > 0) return inSentence
  const from = answer.lastIndexOf('\n', start - 1) + 1
  const newline = answer.indexOf('\n', end)
  return matching(linksIn(answer.slice(from, newline === -1 ? answer.length : newline)), passages)
}

function linksIn(text: string): string[] {
  return [...text.matchAll(LINK)].map(([, url = '']) => url)
}

/** By the whole address, else by the page. */
function matching(urls: readonly string[], passages: readonly EvidencePassage[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (const url of urls) {
    const page = pageOf(url)
    const exact = indexesOf(passages, (passage) => passage.url === url || hasSection(passage, page, url))
    for (const at of exact.length > 0
      ? exact
      : indexesOf(passages, (passage) => pageOf(passage.url) === page))
      found.add(at)
  }
  return found
}

function hasSection({ url: own, sections = [] }: EvidencePassage, page: string, url: string): boolean {
  return pageOf(own) === page && sections.some(({ anchor }) => url === `${page}#${encodeAnchor(anchor)}`)
}

function indexesOf(
  passages: readonly EvidencePassage[],
  test: (passage: EvidencePassage) => boolean,
): number[] {
  return passages.flatMap((passage, at) => (test(passage) ? [at] : []))
}

function pageOf(url: string): string {
  return url.replace(/#.*$/s, '')
}

function piecesOf({ title, headings, content }: EvidencePassage): string[] {
  const head = [...new Set([title, ...headings])].join(' > ')
  const pieces: string[] = []
  let from = 0
  while (content.length - from > LONGEST_PIECE) {
    const line = content.lastIndexOf('\n', from + LONGEST_PIECE)
    const end = line > from + LONGEST_PIECE / 2 ? line : from + LONGEST_PIECE
    pieces.push(content.slice(from, end))
    from = end
  }
  pieces.push(content.slice(from))
  return pieces.map((piece) => `${head}\n${piece}`)
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(WORD) ?? [])
}

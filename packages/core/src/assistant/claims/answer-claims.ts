import { markdownRegions } from '@docent/content'

/** Sentences that are checked: a longer answer is checked up to there. */
const MOST_CLAIMS = 40
/** Shorter ones claim nothing, such as "Yes." */
const SHORTEST = 20
const LETTERS = /\p{L}{2}/u
/** Behind the sentence that it proves, often behind its full stop. */
const CITATION = /\[\^?\d{1,3}\](?:\([^)]*\))?/g
/** Items of lists and cells begin so. */
const MARKS = /^(?:[\s>#|*_-]|\d{1,3}[.)]\s)+/

export interface PlacedClaim {
  /** Without marks of Markdown, for the checker. */
  text: string
  start: number
  end: number
}

/** The sentences of an answer's prose, each in its place. Code, headings and what is too short claim nothing. */
export function answerClaims(answer: string): PlacedClaim[] {
  const claims: PlacedClaim[] = []
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
  for (const { start, end } of proseBlocks(answer)) {
    const block = answer.slice(start, end)
    if (/^\s{0,3}#{1,6}\s/.test(block)) continue
    // A full stop before a small letter, as in the address of a citation, ends no sentence: here it has no address.
    const bare = block.replace(CITATION, (citation) => ' '.repeat(citation.length))
    for (const { segment: found, index } of segmenter.segment(bare)) {
      const segment = block.slice(index, index + found.length)
      const lead = MARKS.exec(segment)?.[0].length ?? 0
      const said = segment.slice(lead).trimEnd()
      const text = plain(said)
      if (text.length < SHORTEST || !LETTERS.test(text)) continue
      if (claims.length >= MOST_CLAIMS) return claims
      const from = start + index + lead
      claims.push({ text, start: from, end: from + said.length })
    }
  }
  return claims
}

/** Lines of prose with their code spans, without fenced blocks. */
function proseBlocks(answer: string): { start: number; end: number }[] {
  const blocks: { start: number; end: number }[] = []
  let at = 0
  const addLines = (from: number, to: number) => {
    let line = from
    while (line < to) {
      const newline = answer.indexOf('\n', line)
      const end = newline === -1 || newline > to ? to : newline
      if (end > line) blocks.push({ start: line, end })
      line = end + 1
    }
  }
  for (const { kind, start, end } of markdownRegions(answer)) {
    if (kind !== 'fence') continue
    const open = answer.lastIndexOf('\n', Math.max(0, start - 2)) + 1
    addLines(at, open)
    const close = answer.indexOf('\n', end)
    at = close === -1 ? answer.length : close + 1
  }
  addLines(at, answer.length)
  return blocks
}

function plain(text: string): string {
  return text
    .replace(CITATION, '')
    .replace(/!?\[([^\]]{0,1000})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()
}

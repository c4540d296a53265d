import type { PassageSection } from '../page/passage.ts'

/** A paragraph, list, table or code block of a section. */
export interface Piece {
  text: string
  code: boolean
  /** Of a heading: the section of its own that begins here. */
  anchor?: string
}

export interface PackedPieces {
  content: string
  sections: PassageSection[]
}

/** Most characters of a passage, but for a code block that is longer by itself. */
const LONGEST_PASSAGE = 2_000
/** Code blocks are kept whole up to here; beyond it each part becomes a fence of its own. */
const LONGEST_CODE = 16_000
/** A rest this small stays with what is before it. */
const SMALLEST_REST = 80

/** The names of the columns of a GFM table, and the line below them. */
const TABLE_HEADER = /^[^\n|]*\|[^\n]*\n[ \t]*(?:\|[ \t]*)?:?-[-:| \t]*\n/
const LONGEST_HEADER = 500

/** Packs pieces into contents of about 2,000 characters, cut between paragraphs and never inside a code fence. */
export function packPieces(pieces: readonly Piece[]): PackedPieces[] {
  const contents: PackedPieces[] = []
  let current: string[] = []
  let sections: PassageSection[] = []
  let size = 0
  const pack = () => {
    contents.push({ content: current.join('\n\n'), sections })
    current = []
    sections = []
    size = 0
  }
  for (const { anchor, ...piece } of pieces)
    for (const text of cutPiece(piece)) {
      if (size > 0 && size + text.length > LONGEST_PASSAGE && text.length > SMALLEST_REST) pack()
      if (anchor !== undefined) sections.push({ anchor, start: size })
      current.push(text)
      size += text.length + 2
    }
  if (current.length > 0) pack()
  return contents
}

function cutPiece(piece: Piece): string[] {
  if (!piece.code) return piece.text.length <= LONGEST_PASSAGE ? [piece.text] : cutText(piece.text)
  if (piece.text.length <= LONGEST_CODE) return [piece.text]
  const opening = /^[ \t>]*(?:`{3,}|~{3,})[^\n]*/.exec(piece.text)?.[0]
  if (opening === undefined) return cutLines(piece.text, LONGEST_CODE)
  const mark = /`{3,}|~{3,}/.exec(opening)?.[0] ?? '```'
  const inside = piece.text.slice(
    opening.length + 1,
    Math.max(opening.length + 1, piece.text.lastIndexOf(mark)),
  )
  return cutLines(inside.trimEnd(), LONGEST_CODE).map((part) => `${opening.slice(0, 200)}\n${part}\n${mark}`)
}

/** Each part of a table begins with its header: a row alone says too little. */
function cutText(text: string): string[] {
  const [header = ''] = TABLE_HEADER.exec(text) ?? []
  if (header === '' || header.length > LONGEST_HEADER) return cutLines(text, LONGEST_PASSAGE)
  const rows = cutLines(text.slice(header.length), LONGEST_PASSAGE - header.length)
  return rows.map((part) => header + part)
}

/** Cuts at line breaks, and a line that is too long by itself at a space. */
function cutLines(text: string, longest: number): string[] {
  const parts: string[] = []
  let start = 0
  while (text.length - start > longest) {
    const window = text.slice(start, start + longest)
    const least = longest / 4
    const cuts = [window.lastIndexOf('\n'), window.lastIndexOf('. ') + 1, window.lastIndexOf(' ')]
    const cut = cuts.find((place) => place > least) ?? longest
    parts.push(text.slice(start, start + cut).trimEnd())
    start += cut
    if (text[start] === '\n' || text[start] === ' ') start += 1
  }
  parts.push(text.slice(start))
  return parts.filter((part) => part.trim() !== '')
}

/** Share of a piece that the next one repeats, so that a statement at a cut is whole in one of them. */
const OVERLAP = 0.15
/** A cut moves back to the end of a sentence or line, by no more than this share of the piece. */
const SLACK = 0.3
const SENTENCE_END = /[\n.!?。！？](?=\s|$)/g

/** Evidence in pieces of at most `longest` characters; they overlap and end with a sentence where one ends near. */
export function evidencePieces(evidence: string, longest: number): string[] {
  const pieces: string[] = []
  let from = 0
  while (evidence.length - from > longest) {
    const end = from + cutOf(evidence.slice(from, from + longest))
    pieces.push(evidence.slice(from, end))
    from = end - Math.floor(longest * OVERLAP)
  }
  pieces.push(evidence.slice(from))
  return pieces
}

function cutOf(piece: string): number {
  let cut = piece.length
  for (const { index } of piece.matchAll(SENTENCE_END))
    if (index + 1 > piece.length * (1 - SLACK)) cut = index + 1
  return cut
}

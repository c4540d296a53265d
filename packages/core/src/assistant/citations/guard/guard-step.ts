/** A decision about the beginning of the input: so many characters of it are done, and come out as this text. */
export interface GuardStep {
  readonly length: number
  readonly text: string
}

/** Longest construct that is held back while it is open, characters. */
export const MAX_HELD = 2000

export function verbatim(input: string, length: number): GuardStep {
  return { length, text: input.slice(0, length) }
}

/** Columns of white space that begins at a column; a tab ends at the next multiple of four (CommonMark 2.2). */
export function columnsOf(space: string, from = 0): number {
  let column = from
  for (const char of space) column += char === '\t' ? 4 - (column % 4) : 1
  return column - from
}

/** A line of a page outside of comments and of blocks that show their text as it is. */
export interface ProseLine {
  /** Offset in the source. */
  start: number
  text: string
}

/** Lines that open a block of such a text and close it again, the same line at both ends. */
const DELIMITER = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}[\w+-]*)$/

/** The lines that can hold macros, in linear time. Lines of code hold includes alone. */
export function* proseLines(source: string): Generator<ProseLine & { isCode: boolean }> {
  let open: string | undefined
  for (let start = 0; start < source.length; ) {
    const end = source.indexOf('\n', start)
    const next = end < 0 ? source.length : end + 1
    const text = source.slice(start, end < 0 ? source.length : end)
    const plain = text.trimEnd()
    if (open !== undefined) {
      if (plain === open) open = undefined
      else if (!open.startsWith('/')) yield { start, text, isCode: true }
    } else if (DELIMITER.test(plain))
      open = plain.startsWith('`') ? plain.replace(/(?<![^`])[^`]+$/, '') : plain
    else if (!plain.startsWith('//')) yield { start, text, isCode: false }
    start = next
  }
}

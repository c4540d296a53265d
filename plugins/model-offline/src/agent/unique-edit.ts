export interface Edit {
  path: string
  old_text: string
  new_text: string
}

/**
 * The edit that puts `replacement` in place of `text` from `start` to `end`, with as many whole lines around it as it
 * takes for its old text to stand in the file once.
 */
export function uniqueEdit(
  path: string,
  text: string,
  start: number,
  end: number,
  replacement: string,
): Edit {
  let from = start
  let to = end
  while (from > 0 && text[from - 1] !== '\n') from--
  while (to < text.length && text[to] !== '\n') to++
  for (;;) {
    const old = text.slice(from, to)
    if (old !== '' && occursOnce(text, old)) break
    if (from === 0 && to === text.length) break
    if (from > 0) from = text.lastIndexOf('\n', from - 2) + 1
    else to = to + 1 > text.length ? text.length : endOfLine(text, to + 1)
  }
  const before = text.slice(from, start)
  const after = text.slice(end, to)
  return { path, old_text: text.slice(from, to), new_text: `${before}${replacement}${after}` }
}

function occursOnce(text: string, part: string): boolean {
  const first = text.indexOf(part)
  return first >= 0 && text.indexOf(part, first + 1) < 0
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

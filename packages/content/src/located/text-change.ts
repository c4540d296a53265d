/** A part of a text, and its replacement. */
export interface TextChange {
  start: number
  end: number
  text: string
}

export function applied(source: string, changes: readonly TextChange[]): string {
  let text = source
  for (const { start, end, text: by } of changes.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + by + text.slice(end)
  return text
}

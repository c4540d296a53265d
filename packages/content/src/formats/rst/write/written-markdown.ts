/** What Markdown would take for a mark, in a text that has none. */
const MARKS = /[\\`*]|<(?=[a-zA-Z/!?])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|~(?=~)|\](?=[([])|&(?=#?\w{1,30};)/g

/** A text as Markdown that shows it as it is. */
export function escapedText(text: string): string {
  return text.replace(MARKS, (mark) => (mark === '&' ? '&amp;' : `\\${mark}`))
}

/** A paragraph of Markdown in one line, which no mark at its beginning makes a list or a heading. */
export function paragraph(text: string): string {
  const line = text.trim()
  return line.replace(
    /^(?:(#{1,6}|[-+>|=~])(?=\s|$|[=~>-])|(\d{1,9})([.)])(?=\s|$))/,
    (_, mark?: string, number?: string, dot?: string) =>
      mark === undefined ? `${number}\\${dot}` : `\\${mark}`,
  )
}

export function codeSpan(code: string): string {
  if (code.trim() === '') return code
  let longest = 0
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const mark = '`'.repeat(longest + 1)
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return mark + space + code.replace(/\n/g, ' ') + space + mark
}

/** @param text Markdown */
export function linkTo(text: string, address: string): string {
  const target = address.replace(
    /[\s()<>]/g,
    (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `[${text}](${target})`
}

/** An address without the marks of the sentence that it ends. */
export function withoutEnd(address: string, marks: string): string {
  let end = address.length
  while (end > 0 && marks.includes(address[end - 1] ?? '-')) end -= 1
  return address.slice(0, end)
}

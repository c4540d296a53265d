/** The text of a link on one line, with nothing in it that would be a link again. */
export function plainLinkText(text: string): string {
  return text
    .replace(/!?\[([^\]]{0,1000})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/(?:(?<![ \t\r])[ \t\r]+)?\n[ \t]*/g, ' ')
}

/** End of the code span that `length` backticks at the start open: after the next run of the same length; -1 without one. */
export function closingTicks(text: string, length: number): number {
  const paragraph = text.split(/\n[ \t]*\n/, 1)[0] ?? ''
  for (const run of paragraph.matchAll(/`+/g)) {
    if (run.index === 0 || run[0].length !== length) continue
    // The run may still grow with the next delta, unless something stands behind it.
    if (run.index + length === text.length) return -1
    return run.index + length
  }
  return -1
}

export function closingBracket(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '\\' && text[i + 1] !== '\n') i++
    else if (text[i] === '\n' && /^\n[ \t]*\n/.test(text.slice(i, i + 100))) return -1
    else if (text[i] === '[') depth++
    else if (text[i] === ']' && --depth === 0) return i
  }
  return -1
}

/** Where the target of a link ends; `open` while it may still come, `never` when the line ended before it. */
export function closingParenthesis(text: string, open: number): number | 'open' | 'never' {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '\n') return 'never'
    if (text[i] === '(') depth++
    else if (text[i] === ')' && --depth === 0) return i
  }
  return 'open'
}

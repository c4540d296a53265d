/** A text as it counts when white space, quotes, dashes and case do not, and where each of its characters stood. */
export interface FoldedText {
  text: string
  offsets: number[]
}

const QUOTES = /[‘’‚‛“”„‟«»‹›`´′″"]/
const DASHES = /[‐‑‒–—―−]/
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/

export function foldText(text: string): FoldedText {
  const folded: string[] = []
  const offsets: number[] = []
  let afterSpace = true
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (INVISIBLE.test(char)) continue
    const isSpace = /\s/.test(char)
    if (isSpace && afterSpace) continue
    afterSpace = isSpace
    for (const plain of isSpace ? ' ' : plainOf(char)) {
      folded.push(plain)
      offsets.push(at)
    }
  }
  return { text: folded.join(''), offsets }
}

function plainOf(char: string): string {
  if (QUOTES.test(char)) return "'"
  if (DASHES.test(char)) return '-'
  if (char === '…') return '...'
  const lower = char.toLowerCase()
  // A few letters become two: they stay, so that offsets and characters go together.
  return lower.length === 1 ? lower : char
}

/** What two lines that are the same when folded, or nearly, differ in, in words for the model. */
export function differencesOf(given: string, found: string): string[] {
  const differences: string[] = []
  const [givenIndent, foundIndent] = [indentOf(given), indentOf(found)]
  if (givenIndent !== foundIndent)
    differences.push(
      `indentation: the file has ${nameIndent(foundIndent)}, old_text ${nameIndent(givenIndent)}`,
    )
  if (/(?<!\s)\s+$/.exec(given)?.[0] !== /(?<!\s)\s+$/.exec(found)?.[0])
    differences.push('white space at the end of the line')
  if (
    given.trim() !== found.trim() &&
    given.trim().replace(/\s+/g, ' ') === found.trim().replace(/\s+/g, ' ')
  )
    differences.push('white space inside the line')
  for (const [name, pattern] of [
    ['quotes', /[‘’‚‛“”„‟«»‹›`´′″"']/g],
    ['dashes', /[-‐‑‒–—―−]/g],
    ['invisible characters', /[\u00a0\u00ad\u200b-\u200f\u2007\u202f\u2060\ufeff]/g],
    ['dots', /…|\.{3}/g],
  ] as const) {
    const [ours, theirs]: [string[], string[]] = [given.match(pattern) ?? [], found.match(pattern) ?? []]
    const other = theirs.filter((char) => !ours.includes(char))
    const missing = ours.filter((char) => !theirs.includes(char))
    if (other.length + missing.length === 0) continue
    const has = other.length > 0 ? `the file has ${codes(other)}` : 'the file has none'
    differences.push(`${name}: ${has}${missing.length > 0 ? `, old_text ${codes(missing)}` : ''}`)
  }
  if (given !== found && given.toLowerCase() === found.toLowerCase()) differences.push('upper and lower case')
  return differences
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? ''
}

function nameIndent(indent: string): string {
  if (indent === '') return 'none'
  const tabs = indent.split('\t').length - 1
  const spaces = indent.length - tabs
  return [tabs > 0 ? `${tabs} tabs` : '', spaces > 0 ? `${spaces} spaces` : ''].filter(Boolean).join(' and ')
}

function codes(chars: readonly string[]): string {
  return [...new Set(chars)]
    .slice(0, 5)
    .map(
      (char) =>
        `${/\s|\p{Cf}/u.test(char) ? '' : `${char} `}(U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`,
    )
    .join(', ')
}

import { lineAt } from '../../site/text-edit.ts'
import { differencesOf, foldText } from './fold-text.ts'
import { type LineRun, nearestLines } from './nearest-lines.ts'

/** Most lines of a diff that are shown. */
const MAX_SHOWN = 60
/** Longest line that is shown whole. */
const MAX_LINE = 400

/** Why `wanted` is not in a text: the nearest place, line by line, and what differs. For the model to read. */
export function explainMismatch(path: string, text: string, wanted: string): string {
  const plain = text.replaceAll('\r\n', '\n')
  const given = wanted.replaceAll('\r\n', '\n')
  const start = `old_text is not in ${path}.`
  const numbered = given.split('\n').every((line) => /^\s*\d+\t/.test(line))
  if (numbered) {
    const bare = given.replace(/^[^\S\r\n\u2028\u2029]*\d+\t/gm, '')
    if (plain.includes(bare))
      return `${start} It holds the line numbers of read_file: leave out the number and the tab of each line.`
  }
  const lines = plain.split('\n')
  const folded = foldedPlace(plain, given)
  const run = folded ?? nearestLines(lines, given.replace(/\n$/, '').split('\n'))
  if (!run) return `${start} Nothing in it is like it. Read the file, or search for a few words of it.`
  const where = run.first === run.last ? `line ${run.first}` : `lines ${run.first} to ${run.last}`
  const found = lines.slice(run.first - 1, run.last)
  const { shown, notes } = compare(given.replace(/\n$/, '').split('\n'), found, run.first)
  const what = folded
    ? `The same words stand in ${where}, but written differently`
    : `The nearest text is ${where}`
  const parts = [`${start} ${what} (- is your old_text, + is the file):`, ...shown]
  if (notes.length > 0) parts.push(`Differences: ${notes.join('; ')}.`)
  if (shown.some((line) => /[→·⍽]/.test(line)))
    parts.push('Here → stands for a tab, · for a space at the end of a line, ⍽ for a no-break space.')
  parts.push('Copy the text of the file exactly.')
  return parts.join('\n')
}

/** Finds the text, ignoring white space, quotes, dashes and case. */
function foldedPlace(text: string, wanted: string): LineRun | undefined {
  const part = foldText(wanted).text.trim()
  if (part === '') return undefined
  const whole = foldText(text)
  const at = whole.text.indexOf(part)
  if (at < 0) return undefined
  const first = whole.offsets[at] ?? 0
  const last = whole.offsets[at + part.length - 1] ?? first
  return { first: lineAt(text, first), last: lineAt(text, last) }
}

function compare(
  given: readonly string[],
  found: readonly string[],
  firstLine: number,
): { shown: string[]; notes: string[] } {
  const shown: string[] = []
  const notes = new Set<string>()
  let [a, b] = [0, 0]
  for (const [i, j] of [...commonLines(given, found), [given.length, found.length] as const]) {
    const removed = given.slice(a, i)
    const added = found.slice(b, j)
    for (const [index, line] of removed.entries()) {
      const other = added[index]
      if (other !== undefined) for (const note of differencesOf(line, other)) notes.add(note)
    }
    shown.push(...removed.map((line) => `-\t${visible(line)}`))
    shown.push(...added.map((line, index) => `+${firstLine + b + index}\t${visible(line)}`))
    if (j < found.length) shown.push(` ${firstLine + j}\t${cut(found[j] ?? '')}`)
    a = i + 1
    b = j + 1
  }
  if (shown.length > MAX_SHOWN) {
    const more = shown.length - MAX_SHOWN
    shown.splice(MAX_SHOWN, more, `… and ${more} more lines`)
  }
  return { shown, notes: [...notes] }
}

/** Index pairs of a longest common run of equal lines, in order. */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = rows[i] as Uint16Array
      const next = rows[i + 1] as Uint16Array
      row[j] = a[i] === b[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  const pairs: [number, number][] = []
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if ((rows[i + 1]?.[j] ?? 0) >= (rows[i]?.[j + 1] ?? 0)) i++
    else j++
  }
  return pairs
}

function visible(line: string): string {
  return cut(line)
    .replaceAll('\t', '→')
    .replaceAll('\u00a0', '⍽')
    .replace(/(?<! ) +$/, (spaces) => '·'.repeat(spaces.length))
}

function cut(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}… (line cut)` : line
}

/** Columns that a line takes: wide characters take two. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu
const ADORNMENT = /^([!-/:-@[-`{-~])\1*$/
const ENUMERATOR = /^(\(?)(\d{1,9}|[a-zA-Z]|[ivxlcdm]{1,15}|[IVXLCDM]{1,15}|#)([.)])(?: +|$)/
const OPTION = String.raw`(?:--?[A-Za-z0-9][\w-]{0,60}|/[A-Z]{1,9})(?:[ =]?(?:[A-Z]\w{0,60}|<[^<>]{1,60}>))?`
/** Options of a program, with what they mean behind two spaces or below. */
export const OPTION_LIST = new RegExp(`^(${OPTION}(?:, ${OPTION}){0,5})(?: {2,}|$)`)

/** A line of one mark that is repeated. */
export function isAdornment(line: string): boolean {
  return ADORNMENT.test(line)
}

/** True for the line below a title, which is as long as the title is. */
export function isTitleMark(line: string, title: string): boolean {
  return ADORNMENT.test(line) && title !== '' && (line.length >= columnsOf(title) || line.length >= 4)
}

export function columnsOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0)
}

export interface EnumeratedItem {
  number: number
  /** Columns before its text. */
  indent: number
  /** What stands around the number, and how it is written. */
  format: string
}

/**
 * The number of an item of a list; undefined for a line that begins none.
 *
 * @param first of the list that the line may belong to
 * @param wanted its number there
 */
export function enumerated(
  lines: readonly string[],
  at: number,
  first?: EnumeratedItem,
  wanted?: number,
): EnumeratedItem | undefined {
  const item = itemOf(lines[at] ?? '', first, wanted)
  if (item === undefined) return undefined
  // A sentence may begin with such a number: its next line is not indented.
  const next = lines[at + 1] ?? ''
  const isList = next === '' || next.startsWith(' ') || itemOf(next, item, item.number + 1) !== undefined
  return isList ? item : undefined
}

function itemOf(
  line: string,
  first: EnumeratedItem | undefined,
  wanted: number | undefined,
): EnumeratedItem | undefined {
  const [whole, open = '', written = '', close = ''] = ENUMERATOR.exec(line) ?? []
  if (whole === undefined || (open === '(' && close !== ')')) return undefined
  const indent = whole.trimEnd().length === line.length ? whole.trimEnd().length + 1 : whole.length
  for (const kind of kindsOf(written)) {
    const number = kind === '#' ? (wanted ?? 1) : numberOf(written, kind)
    const format = `${open}${kind}${close}`
    const isSame =
      first === undefined || kind === '#'
        ? open + close === bracketsOf(first, open + close)
        : first.format === format
    if (isSame && number > 0 && (wanted === undefined || number === wanted)) return { number, indent, format }
  }
  return undefined
}

function bracketsOf(first: EnumeratedItem | undefined, own: string): string {
  return first === undefined ? own : first.format.replace(/[^().]/g, '')
}

/** A letter may be a number of the Romans. */
function kindsOf(written: string): string[] {
  if (written === '#') return ['#']
  if (/^\d/.test(written)) return ['1']
  const isUpper = written === written.toUpperCase()
  const roman = /^[ivxlcdm]+$/i.test(written) ? [isUpper ? 'I' : 'i'] : []
  const letter = written.length === 1 ? [isUpper ? 'A' : 'a'] : []
  return written.toLowerCase() === 'i' ? [...roman, ...letter] : [...letter, ...roman]
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

function numberOf(written: string, kind: string): number {
  if (kind === '1') return Number(written)
  const lower = written.toLowerCase()
  if (kind.toLowerCase() === 'a') return lower.charCodeAt(0) - 96
  let sum = 0
  for (const [at, letter] of [...lower].entries()) {
    const value = ROMAN[letter] ?? 0
    sum += value < (ROMAN[lower[at + 1] ?? ''] ?? 0) ? -value : value
  }
  return sum
}

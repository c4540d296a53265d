import type { CpuBudget } from '../../basics/cpu-budget.ts'

/** Longer runs are data and no names, but for addresses. */
const LONGEST = 200
const LONGEST_ADDRESS = 1_000

export interface Chunk {
  /** Without Markdown marks and punctuation around it. */
  text: string
  start: number
  end: number
  /** Letters alone, and no capital but the first: most chunks are, and mean something only by what is around them. */
  isWord: boolean
}

const SMALL = 1
const CAPITAL = 2
const DIGIT = 4
const SIGN = 8
/** A placeholder may stand behind it. */
const JOINT = 16
const WORD = /^[A-Za-z]?[a-z]*$/

/** A piece of a chunk. */
export function chunkOf(text: string, start: number): Chunk {
  return { text, start, end: start + text.length, isWord: WORD.test(text) }
}

/** By character code, what names are made of: ASCII and accented Latin letters, digits and signs. */
const CHARACTERS: Uint8Array = Uint8Array.from({ length: 0x250 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return SMALL
  if (/[A-Z]/.test(character)) return CAPITAL
  if (/[0-9]/.test(character)) return DIGIT
  if (/[/=.@_:-]/.test(character)) return JOINT
  return /[\u00C0-\u024F$%+#&~?!*\\^]/.test(character) ? SIGN : 0
})

/**
 * Calls back with each chunk of `text` from `from` to `to`, in order: a run of characters that names are made of. A
 * placeholder such as `{id}` or `<name>` belongs to it behind a joint. Returns where it ended: before `to` when the budget
 * was spent.
 */
export function eachChunk(
  text: string,
  take: (chunk: Chunk) => void,
  { from = 0, to = text.length, budget }: { from?: number; to?: number; budget?: CpuBudget | undefined } = {},
): number {
  for (let at = from; at < to; ) {
    const first = kindAt(text, at)
    const start = at++
    if (first === 0) continue
    if (budget?.isSpentByStep()) return start
    let last = first
    let others = 0
    while (at < to) {
      const kind = kindAt(text, at)
      if (kind === 0) {
        const end = last === JOINT ? placeholderEnd(text, at, to) : at
        if (end === at) break
        at = end
        last = SIGN
      } else {
        at++
        last = kind
      }
      others |= last
    }
    if (((first | others) & (SIGN | JOINT)) === 0) {
      const isWord = others <= SMALL && first !== DIGIT
      if (at - start <= LONGEST) take({ text: text.slice(start, at), start, end: at, isWord })
      continue
    }
    const raw = text.slice(start, at)
    if (raw.length > LONGEST && !(raw.length <= LONGEST_ADDRESS && raw.includes('://'))) continue
    const [cut, end] = trimmed(raw)
    if (cut < end) take(chunkOf(raw.slice(cut, end), start + cut))
  }
  return to
}

function kindAt(text: string, at: number): number {
  return CHARACTERS[text.charCodeAt(at)] ?? 0
}

const PLACEHOLDER = /<[\w .:-]{1,40}>|\{[\w .:-]{1,40}\}|\[[\w.-]{1,40}\]/y

/** Behind the placeholder that begins at `at`; `at` when none does. */
function placeholderEnd(text: string, at: number, to: number): number {
  if (!/[<{[]/.test(text[at] ?? '')) return at
  PLACEHOLDER.lastIndex = at
  return PLACEHOLDER.test(text) && PLACEHOLDER.lastIndex <= to ? PLACEHOLDER.lastIndex : at
}

/** Marks of emphasis, brackets of sentences and their ends are no part of a name. */
const NOT_FIRST = /[*=+&!?%^\\]/
const NOT_LAST = /[*=&!?^\\.:~$@#+-]/

function trimmed(raw: string): [number, number] {
  let start = 0
  let end = raw.length
  while (start < end && NOT_FIRST.test(raw[start] ?? '')) start++
  while (end > start && NOT_LAST.test(raw[end - 1] ?? '')) end--
  if (raw[start] === '_' && raw[end - 1] === '_' && !/^__\w/.test(raw.slice(start, end))) {
    start++
    end--
  }
  return [start, end]
}

import type { Documentation } from './documentation.ts'
import type { SeededRandom } from './random.ts'

export const FAULT_KINDS = [
  'invented flag',
  'wrong default',
  'renamed key',
  'wrong version',
  'wrong URL',
  'swapped option',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** Faults whatever else the page or the repository has: another real option of it may be right. */
export const CERTAIN_FAULTS = FAULT_KINDS.filter((kind) => kind !== 'swapped option')
export type CertainFault = Exclude<FaultKind, 'swapped option'>

/** Of each kind, how many were made, and how many of them the check found. */
export type FoundFaults<Kind extends FaultKind> = Record<Kind, { of: number; found: number }>

export function noFaults<Kind extends FaultKind>(kinds: readonly Kind[]): FoundFaults<Kind> {
  return Object.fromEntries(kinds.map((kind) => [kind, { of: 0, found: 0 }])) as FoundFaults<Kind>
}

/** A correct answer made wrong in one place. */
export interface FaultyAnswer {
  kind: FaultKind
  text: string
  /** Where the fault stands. */
  start: number
  end: number
  was: string
  is: string
}

interface Place {
  text: string
  start: number
}

/** How a fault is made: where it can be, found without the extractor under test, and what it becomes. */
const FAULTS: Readonly<Record<FaultKind, { at: RegExp; to: Change }>> = {
  'invented flag': { at: /(?<![\w-])(--[a-z][a-z0-9-]{2,})(?![\w-])/g, to: otherFlag },
  'wrong default': {
    at: /(?:\bdefaults?\b[^.,'\n]{0,40}?[`\s"](?=\d)|^[ \t"']*[\w.-]+["']?\s?[:=]\s?|`[\w.-]+` (?:is|to|of|after) `?|--[a-z-]+[= ])(\d+(?:\.\d+)?)(?![\w.,:/-])|(?<![\w.])(\d+(?:\.\d+)?)(?=[ -]?(?:seconds?|minutes?|hours?|days?|ms|MB|GB|MiB|GiB)\b|s\b)/gim,
    to: otherNumber,
  },
  'renamed key': {
    at: /`((?!YOUR_|MY_)[A-Za-z]\w*(?:[._]\w+|[a-z][A-Z]\w*)+)`|^[ \t"']*((?!YOUR_|MY_)[A-Za-z]\w*(?:[A-Z_]\w+))["']?:\s/gm,
    to: otherKey,
  },
  'wrong version': { at: /(?<![\w.])(v?\d+\.\d+\.\d+)(?![\w.])/g, to: otherVersion },
  'wrong URL': { at: /(https?:\/\/(?!localhost|127|[\w.-]*example)[\w.-]+\/[\w./-]*[\w-])/g, to: otherUrl },
  'swapped option': {
    at: /(?<![\w-])(--[a-z][a-z0-9-]{2,})(?![\w-])|`([a-z]+(?:[A-Z_]\w+)+)`/g,
    to: swapped,
  },
}

/** What stands for one's own: another spelling of it is as right. */
const MADE_UP =
  /\b(?:your|my)[-_.]|\b(?:my|some)[A-Z]|\b(?:sample|test|some)[-_.]|example\.|\b(?:docs|ci)\.acme\.com|\bfoo\b|\.\.\./
/** What stands for any package: another version of it is as right. */
const OF_ANY_PACKAGE =
  /(?:\b(?:foo|bar|baz|qar|qux|quux|corge|plugh|my-?\w*)|@(?:my-?)?(?:org|corp|scope)\/\w+)@[~^<>=]*$/i
const PYTHON = /^```(?:py|python3?)\b[^\n]*\n([\s\S]*?)^```/gm
/** A class or a function of the example's own gives its fields and parameters any name. */
const OWN_FIELD = /^[ \t]*\w+: ?["'A-Za-z_]/

/** A flag of somebody else's program: which there are, the documentation does not say. */
const OF_ANOTHER_PROGRAM =
  /(?:^|[`|;]|&&|\$\()[ \t]*(?:npm|npx|pnpm|yarn|git|pg_dump|pg_restore|psql|age|docker|kubectl|helm|curl)[ \t][^`|;&\n]*$/

/** Bodies, shapes and rows are named by who writes them. */
const OWN_CALL =
  /(?:\.json|\bJSON\.stringify|\b(?:z|t|v|s|Type|Schema)\.(?:[oO]bject|Struct)|Table|\.values|\.toEqual)$/
const LOOKED_BACK = 1_500
const LONGEST_LINE = 500

/** What stands before the bracket of the call that a place is an argument of. */
function callAround(text: string, start: number): string {
  let depth = 0
  for (let at = start - 1; at > start - LOOKED_BACK && at >= 0; at--) {
    if (text[at] === ')') depth++
    if (text[at] === '(' && depth-- === 0) return text.slice(Math.max(0, at - 40), at)
    if (text.startsWith('```', at)) return ''
  }
  return ''
}

/**
 * What calls a value of code a claim; any other is one that the answer proposes, and another one may be as right. The
 * `export default` of a module is no claim.
 */
const CLAIMED = /(?<!\bexport |-)\b(?:defaults?|maximum|minimum|limits?)\b/i
/** What a composed answer says of where its code is from: the title of a page. */
const SOURCE = /^From \*\*.*\*\*:$/

/** Whether a place is in a code block whose line, and the line above the block, claim nothing of its value. */
export function isProposed(text: string, start: number): boolean {
  const opens = [...text.slice(0, start).matchAll(/^[ \t]*```.*$/gm)]
  const fence = opens.at(-1)
  if (fence === undefined || opens.length % 2 === 0) return false
  const lineEnd = text.indexOf('\n', start)
  const line = text.slice(text.lastIndexOf('\n', start) + 1, lineEnd < 0 ? text.length : lineEnd)
  const before = text.slice(0, fence.index).trimEnd()
  const above = before.slice(before.lastIndexOf('\n') + 1)
  return !CLAIMED.test(line) && (SOURCE.test(above) || !CLAIMED.test(above))
}

/** A line that a program prints, in a code span: its numbers are of one run, and those of another are as right. */
function isShownOutput(text: string, start: number): boolean {
  const from = text.lastIndexOf('\n', start) + 1
  const to = text.indexOf('\n', from)
  const line = text.slice(from, to < 0 ? text.length : to)
  const span = [...line.matchAll(/`([^`\n]+)`/g)].find(
    ({ 0: whole, index }) => from + index < start && start < from + index + whole.length,
  )
  return (span?.[1]?.split(/\s+/).length ?? 0) >= 6
}

function isNoFault(text: string, kind: FaultKind, start: number): boolean {
  if (kind === 'wrong version') return OF_ANY_PACKAGE.test(text.slice(Math.max(0, start - 80), start))
  if (kind === 'invented flag') {
    const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
    return OF_ANOTHER_PROGRAM.test(line.slice(-LONGEST_LINE))
  }
  if (kind === 'wrong default') return isShownOutput(text, start)
  if (kind !== 'renamed key') return false
  if (OWN_CALL.test(callAround(text, start))) return true
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1)
  if (!OWN_FIELD.test(line)) return false
  return [...text.matchAll(PYTHON)].some(
    ({ 0: { length }, index }) => index < start && start < index + length,
  )
}

type Change = (was: string, docs: KnownTexts, random: SeededRandom) => string | undefined

/** What a fault must not be in, and the real names that one is exchanged for. */
export type KnownTexts = Pick<Documentation, 'text' | 'names'>

/**
 * Undefined when the text has no place for such a fault.
 *
 * @param isPlace whether the fault may stand at this offset of the text
 */
export function injectFault(
  text: string,
  kind: FaultKind,
  docs: KnownTexts,
  random: SeededRandom,
  isPlace: (offset: number) => boolean = () => true,
): FaultyAnswer | undefined {
  const { at, to } = FAULTS[kind]
  const places = [...text.matchAll(at)].flatMap((match): Place[] => {
    const found = match.slice(1).find((group) => group !== undefined)
    const start = match.index + match[0].lastIndexOf(found ?? '')
    const isFault = found !== undefined && !MADE_UP.test(found) && !isNoFault(text, kind, start)
    return isFault && isPlace(start) ? [{ text: found, start }] : []
  })
  const place = random.pick(places)
  const is = place && to(place.text, docs, random)
  if (place === undefined || is === undefined || is === place.text) return undefined
  const { start, text: was } = place
  const wrong = text.slice(0, start) + is + text.slice(start + was.length)
  return { kind, text: wrong, start, end: start + is.length, was, is }
}

const WORDS =
  'strict force deep quiet async legacy preview remote native atomic verbose safe fast inline global'.split(
    ' ',
  )

/** What the documentation does not have, in three ways: a word more, a word exchanged, a letter exchanged. */
function unheard(
  was: string,
  joint: (one: string, other: string) => string,
  docs: KnownTexts,
  random: SeededRandom,
) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const word = random.pick(WORDS) ?? 'strict'
    const way = random.below(3)
    const letter = 3 + random.below(Math.max(1, was.length - 4))
    const is =
      way === 0
        ? joint(was, word)
        : way === 1
          ? joint(was.replace(/(?:[-_.]?[a-z0-9]+|[A-Z][a-z0-9]*)$/, ''), word)
          : was.slice(0, letter) + (was[letter + 1] ?? 'x') + (was[letter] ?? 'x') + was.slice(letter + 2)
    if (is.length > 3 && is !== was && /\w$/.test(is) && !docs.text.includes(is)) return is
  }
  return undefined
}

function otherFlag(was: string, docs: KnownTexts, random: SeededRandom): string | undefined {
  return unheard(was, (one, word) => (one.length > 2 ? `${one}-${word}` : `--${word}-mode`), docs, random)
}

function otherKey(was: string, docs: KnownTexts, random: SeededRandom): string | undefined {
  const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
  const join = (one: string, word: string) => {
    if (/^[A-Z_]+$/.test(was)) return `${one}_${word.toUpperCase()}`
    return /[a-z][A-Z]/.test(was) ? `${one}${capital(word)}` : `${one}_${word}`
  }
  return unheard(was, join, docs, random)
}

/** Another value: `1.80` is what `1.8` is. */
function otherNumber(was: string, _docs: KnownTexts, random: SeededRandom): string {
  const value = Number(was)
  const others = [value * 2, value * 10, value + 1, Math.floor(value / 2), value + 7].filter(
    (other) => other !== value && other >= 0,
  )
  return String(random.pick(others) ?? value + 1)
}

function otherVersion(was: string, docs: KnownTexts, random: SeededRandom): string | undefined {
  for (let attempt = 0; attempt < 20; attempt++) {
    const parts = was.replace(/^v/, '').split('.').map(Number)
    const at = random.below(3)
    parts[at] = (parts[at] ?? 0) + 1 + random.below(9)
    const is = (was.startsWith('v') ? 'v' : '') + parts.join('.')
    if (!docs.text.includes(parts.join('.'))) return is
  }
  return undefined
}

function otherUrl(was: string, docs: KnownTexts, random: SeededRandom): string | undefined {
  for (let attempt = 0; attempt < 20; attempt++) {
    const segments = was.split('/')
    const at = segments.length - 1 - random.below(Math.max(1, segments.length - 3))
    segments[at] = random.next() < 0.5 ? `${segments[at]}-${random.pick(WORDS)}` : (random.pick(WORDS) ?? 'x')
    const is = segments.join('/')
    if (!docs.text.includes(is)) return is
  }
  return undefined
}

/** Another that is real, of the same shape. */
function swapped(was: string, docs: KnownTexts, random: SeededRandom): string | undefined {
  const isFlag = was.startsWith('--')
  const others = [...docs.names].filter((name) =>
    isFlag
      ? /^--(?!help$|version$)[a-z][a-z0-9-]{3,}$/.test(name)
      : /^(?!macOS)[a-z]+(?:[A-Z_]\w+)+$/.test(name) && !MADE_UP.test(name),
  )
  const is = random.pick(others)
  return is === was ? undefined : is
}

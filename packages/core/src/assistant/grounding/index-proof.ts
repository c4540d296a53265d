import { DEFAULT_NUMBER, defaultKey, type FoundName, factKey } from '@docent/content'
import type { EvidenceNames } from './evidence-names.ts'

/** What a name belongs to and does not meet in the evidence. */
export interface OpenPair {
  /** As it is shown. */
  readonly text: string
  /** If the index has any of these facts, they meet on another page. */
  readonly facts: readonly string[]
  /** For a default: facts that a page documents one for the option, and facts that it is this one. */
  readonly asDefault?: { readonly documented: readonly string[]; readonly facts: readonly string[] }
  /** What finds the passages where they meet, if there are any. */
  readonly query: string
}

/** What is to be looked up for a name. */
export interface IndexProof {
  /** Any of them proves it. Empty: the evidence does. */
  readonly names: readonly string[]
  readonly pair?: OpenPair
  /** A value needs a proof only where the index has one of these. Empty: it does. */
  readonly onlyWith: readonly string[]
}

export function indexProof(
  { kind, keys, parts = [], freeUnless = [] }: FoundName,
  passages: EvidenceNames,
  { isProved, pair }: { isProved: boolean; pair: OpenPair | undefined },
): IndexProof {
  const values = keys.length > 0 ? keys : parts
  const needing = isProved ? [] : freeUnless
  const names = kind === 'number' || kind === 'value' ? values.map((key) => factKey('', key)) : keys
  return {
    names: isProved ? [] : names,
    onlyWith: passages.has(needing) ? [] : needing,
    ...(pair && { pair }),
  }
}

/**
 * What a name must meet in one part of the evidence and does not. Of a command that the evidence does not have it says
 * nothing; a value that the evidence does not have must meet its option or its words elsewhere.
 */
export function unmetPair(
  name: FoundName,
  { passages, asked }: { readonly passages: EvidenceNames; readonly asked: EvidenceNames },
  named: readonly string[],
  isFound: boolean,
): OpenPair | undefined {
  const { text: said, kind, keys, parts, belongsTo, about } = name
  const isAlone = belongsTo === undefined || !OF_OPTION.test(belongsTo.text)
  const options = isAlone && isDistinctive(name) ? named : []
  // Within another name, such as "0.27" of 0.27.1.
  if (isFound && /\d\.\d|\d{4}/.test(said) && !passages.has(keys)) return undefined
  if (isFound && kind === 'flag' && passages.describes(keys)) return undefined
  if (isFound && options.length > 0 && passages.meet(keys, options, true)) return undefined
  if (belongsTo === undefined) {
    // Few other things have it: that the documentation knows it is enough.
    if (!isFound && isRare(keys)) return undefined
    if (about === undefined || (isFound && (asked.has(keys) || meets(name, passages)))) return undefined
    const [text = ''] = about
    const pair = { text, facts: factsOf(options, keys), query: `${about.join(' ')} ${said}` }
    if (name.asDefault === undefined || options.length === 0) return pair
    return {
      ...pair,
      asDefault: {
        documented: factsOf(options, [DEFAULT_NUMBER]),
        facts: factsOf(options, name.asDefault),
      },
    }
  }
  const { near, text, keys: others } = belongsTo
  if ((isFound || !near) && !passages.has(others)) return undefined
  if (isFound ? meets(name, passages) || meets(name, asked) : !near) return undefined
  const values = keys.length > 0 ? keys : (parts?.slice(-1) ?? [])
  const facts = factsOf([...others, ...options], values)
  // A method and its path are one name of the index.
  const asDefault = name.asDefault && {
    documented: factsOf(others, [DEFAULT_NUMBER]),
    facts: factsOf(others, name.asDefault),
  }
  const pair = {
    text,
    facts: [...facts, ...others.filter((key) => key.includes(' '))],
    query: `${text} ${said}`,
  }
  return { ...pair, ...(asDefault && { asDefault }) }
}

/** No word of prose is written so. */
const OF_OPTION = /[^a-z]/

/** A value that few other options have: an answer may name its option anywhere. */
function isDistinctive({ kind, keys: [key = ''], freeUnless }: FoundName): boolean {
  return (
    kind === 'number' &&
    freeUnless === undefined &&
    !key.startsWith(defaultKey()) &&
    (!/^number:/.test(key) || /^number:-?\d{2}/.test(key))
  )
}

/** A number such as a port: no round one. */
function isRare([key = '']: readonly string[]): boolean {
  const value = Number(/^number:(\d{4,6})$/.exec(key)?.[1] ?? 0)
  return value > 0 && value % 100 !== 0 && !Number.isInteger(Math.log2(value))
}

/** A number that the answer calls a default, where the documentation states the default of its option: it must be that one. */
export function asClaimed(name: FoundName, passages: EvidenceNames): FoundName {
  const { asDefault, belongsTo } = name
  const isTold = asDefault !== undefined && passages.meet([DEFAULT_NUMBER], belongsTo?.keys ?? [], true)
  return isTold ? { ...name, keys: asDefault } : name
}

function factsOf(subjects: readonly string[], values: readonly string[]): string[] {
  return subjects.flatMap((subject) => values.map((value) => factKey(subject, value)))
}

/**
 * Whether a name stands in one part with what it belongs to, or with the words around it.
 *
 * @param options.areFound the passages were found by these words
 */
export function meets(
  { keys, parts, belongsTo, about, asDefault }: FoundName,
  passages: EvidenceNames,
  { areFound = false } = {},
): boolean {
  const own = passages.has(keys) ? keys : (parts ?? keys)
  if (belongsTo === undefined) {
    if (about === undefined || passages.meetsWords(own, about, { areFound })) return true
    return asDefault !== undefined && passages.meetsWords(asDefault, about, { areFound, wanted: 1 })
  }
  const { near, text, keys: others } = belongsTo
  if (passages.meet(own, others, near)) return true
  const words = near ? wordsOf(text) : []
  return words.length > 1 && passages.meetsAll(own, words)
}

/** `idleTimeout` and `--idle-timeout` are "the idle timeout" of prose. */
function wordsOf(option: string): string[] {
  const words = option.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.split(/[^a-z0-9]+/).filter((word) => word !== '')
}

import { extractNames, type FoundName, nearestNames } from '@docent/content'
import type { GroundedName, Grounding, NameVerdict } from '../../domain/grounding.ts'
import type { IndexedName } from '../../ports/retriever.ts'
import type { EvidenceNames } from './evidence-names.ts'

/** What an answer may rest on. */
export interface NameEvidence {
  /** Passages and pages, by number. */
  readonly passages: EvidenceNames
  /** What the reader wrote. */
  readonly asked: EvidenceNames
  /** True for a passage that the answer cites, by its number or by its page. */
  isCited(passage: number): boolean
}

/** What the index says of names that the evidence does not have. A name without an entry could not be looked up. */
export type NameLookUp = (names: readonly string[]) => Promise<ReadonlyMap<string, IndexedName>>

/** Names with a suggestion, at most: each is compared with every name of the evidence. */
const MOST_SUGGESTED = 30
/** With more names than this, those that are cited are counted and left out. */
const MOST_NAMES = 200
/** Every index has each number somewhere. */
const VALUES: ReadonlySet<FoundName['kind']> = new Set(['number', 'version'])

interface Checked {
  name: FoundName
  verdict: NameVerdict
  passage?: number
  unconfirmedWith?: string
}

/**
 * Checks every name of an answer. Asks the index about those alone that nothing in evidence has.
 *
 * @param earlier names that code before this text has declared
 */
export async function checkNames(
  text: string,
  evidence: NameEvidence,
  lookUp: NameLookUp,
  earlier?: ReadonlySet<string>,
): Promise<Grounding> {
  const checked = extractNames(text, earlier, { withOwn: true })
    .filter((name) => !isOnesOwn(name, evidence))
    .map((name) => check(name, evidence))
  const unproved = checked.filter(({ verdict }) => verdict === 'invented')
  const wanted = [...new Set(unproved.flatMap(({ name }) => (VALUES.has(name.kind) ? [] : name.keys)))]
  const known = wanted.length > 0 ? await lookUp(wanted) : new Map<string, IndexedName>()
  const suggestions = suggestionsFor(unproved, evidence.passages, known)
  const names = checked.map((each) => grounded(each, known, suggestions))
  const counts = { cited: 0, retrieved: 0, asked: 0, indexed: 0, invented: 0, unchecked: 0, unconfirmed: 0 }
  for (const { verdict, unconfirmedWith } of names) {
    counts[verdict]++
    if (unconfirmedWith !== undefined) counts.unconfirmed++
  }
  const isLong = names.length > MOST_NAMES
  return {
    names: isLong ? names.filter((name) => name.verdict !== 'cited' || name.unconfirmedWith) : names,
    counts,
  }
}

function check(name: FoundName, { passages, asked, isCited }: NameEvidence): Checked {
  let found = passages.passagesWith(name.keys, name.parts)
  if (found.size === 0) found = passages.passagesSaying(name.text)
  if (found.size > 0) {
    const numbers = [...found]
    const cited = numbers.find(isCited)
    const passage = cited ?? numbers[0] ?? 0
    const verdict = cited === undefined ? 'retrieved' : 'cited'
    const unconfirmedWith = unconfirmedPair(name, passages, asked)
    return { name, verdict, passage, ...(unconfirmedWith !== undefined && { unconfirmedWith }) }
  }
  const isAsked =
    asked.passagesWith(name.keys, name.parts).size > 0 || asked.passagesSaying(name.text).size > 0
  return { name, verdict: isAsked ? 'asked' : 'invented' }
}

/** The value or the member of a variable that only the answer's code has. */
function isOnesOwn({ ownUnless }: FoundName, { passages }: NameEvidence): boolean {
  return ownUnless !== undefined && !passages.has(ownUnless)
}

/** Only what the evidence has apart and never together: of a command that it does not have it says nothing. */
function unconfirmedPair(
  { keys, parts, belongsTo, about }: FoundName,
  passages: EvidenceNames,
  asked: EvidenceNames,
): string | undefined {
  const own = passages.has(keys) ? keys : (parts ?? keys)
  if (about !== undefined && belongsTo === undefined)
    return passages.meetsWords(own, about) || asked.has(keys) ? undefined : about[0]
  if (belongsTo === undefined || !passages.has(belongsTo.keys)) return undefined
  const { near, text } = belongsTo
  if (passages.meet(own, belongsTo.keys, near) || asked.meet(own, belongsTo.keys, near)) return undefined
  return text
}

/** The nearest real names for those that are invented: of the evidence, else of the index. */
function suggestionsFor(
  unproved: readonly Checked[],
  passages: EvidenceNames,
  known: ReadonlyMap<string, IndexedName>,
): ReadonlyMap<string, string> {
  const invented = unproved.filter(({ name }) => !VALUES.has(name.kind) && !isIndexed(name, known))
  const wanted = [...new Set(invented.map(({ name }) => suggestedFor(name)))].slice(0, MOST_SUGGESTED)
  const suggestions = nearestNames(wanted, passages.keys())
  for (const name of wanted) {
    const nearest = known.get(name)?.nearest
    if (nearest !== undefined && !suggestions.has(name)) suggestions.set(name, nearest)
  }
  return suggestions
}

function suggestedFor({ text, keys: [first = text] }: FoundName): string {
  return first
}

function isIndexed({ keys }: FoundName, known: ReadonlyMap<string, IndexedName>): boolean {
  return keys.some((key) => known.get(key)?.isKnown)
}

function grounded(
  { name, verdict, passage, unconfirmedWith }: Checked,
  known: ReadonlyMap<string, IndexedName>,
  suggestions: ReadonlyMap<string, string>,
): GroundedName {
  const { text, kind, start, end } = name
  const base = { text, kind, start, end }
  if (verdict !== 'invented')
    return {
      ...base,
      verdict,
      ...(passage && { passage }),
      ...(unconfirmedWith !== undefined && { unconfirmedWith }),
    }
  if (isIndexed(name, known)) return { ...base, verdict: 'indexed' }
  if (!VALUES.has(kind) && !name.keys.every((key) => known.has(key))) return { ...base, verdict: 'unchecked' }
  const suggestion = suggestions.get(suggestedFor(name))
  return { ...base, verdict, ...(suggestion !== undefined && { suggestion }) }
}

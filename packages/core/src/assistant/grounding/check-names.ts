import {
  type CpuBudget,
  defaultKey,
  extractNames,
  type FoundName,
  nearestNames,
  spaceKeys,
} from '@docent/content'
import type { GroundedName, Grounding } from '../../domain/grounding.ts'
import type { IndexedName } from '../../ports/retriever.ts'
import { type CheckedName, suggestedFor } from './checked-name.ts'
import { claimedNames } from './claimed-names.ts'
import { EvidenceNames } from './evidence-names.ts'
import { asClaimed, indexProof, meets, type OpenPair, unmetPair } from './index-proof.ts'

/** What an answer may rest on. */
export interface NameEvidence {
  /** Passages and pages, by number. */
  readonly passages: EvidenceNames
  /** What the reader wrote. */
  readonly asked: EvidenceNames
  /** True for a passage that the answer cites, by its number or by its page. */
  isCited(passage: number): boolean
}

/** The pages beyond the evidence, as far as the reader may see them. */
export interface NameIndex {
  /** What the index says of names that the evidence does not have. A name without an entry could not be looked up. */
  lookUp(names: readonly string[]): Promise<ReadonlyMap<string, IndexedName>>
  /** Passages about something; undefined when they cannot be had. Absent while an answer is being written: no name is invented for lack of them. */
  find?(query: string): Promise<readonly { above: string; content: string }[] | undefined>
  /** Reading the answer stops when it is spent. */
  readonly budget?: CpuBudget
}

/** Names with a suggestion, at most: each is compared with every name of the evidence. */
const MOST_SUGGESTED = 30
/** With more names than this, those that are cited are counted and left out. */
const MOST_NAMES = 200
/** Searches of one answer, at most: each takes a few ms. */
const MOST_SEARCHES = 8
/** No other value is nearer to what was meant. */
const VALUES: ReadonlySet<FoundName['kind']> = new Set(['number', 'version', 'value'])

/**
 * Checks every name of an answer. Asks the index about those alone that the evidence does not prove.
 *
 * @param earlier names that code before this text has declared
 */
export async function checkNames(
  text: string,
  evidence: NameEvidence,
  { lookUp, find, budget }: NameIndex,
  earlier?: ReadonlySet<string>,
): Promise<Grounding> {
  let end: number | undefined
  const found = extractNames(text, earlier, {
    withOwn: true,
    ...(budget && { budget }),
    onStop: (at) => (end = at),
  })
  const named = optionsOf(found)
  const checked = found
    .filter((name) => !isOnesOwn(name, evidence))
    .map((name) => check(name, evidence, named))
    .filter(({ name, verdict, open: { pair } }) => {
      const isProved = verdict !== undefined && pair === undefined
      return isProved || !isFree(name, evidence)
    })
  const wanted = [
    ...new Set(
      checked.flatMap(
        ({ name: { spaces = [], claimedBy = [], onlyOwn }, open: { names, pair, onlyWith } }) => [
          ...names,
          ...(names.length > 0 || onlyOwn ? [...spaces.flatMap(spaceKeys), ...claimedBy] : []),
          ...(pair?.facts ?? []),
          ...(pair?.asDefault ? [...pair.asDefault.documented, ...pair.asDefault.facts] : []),
          ...onlyWith,
        ],
      ),
    ),
  ]
  const known = wanted.length > 0 ? await lookUp(wanted) : new Map<string, IndexedName>()
  const suggestions = suggestionsFor(checked, evidence.passages, known)
  const claimed = claimedNames(checked, evidence.passages, known, suggestions)
  const needed = checked.filter(
    (each) =>
      (each.open.onlyWith.length === 0 || isAnyKnown(each.open.onlyWith, known)) &&
      (each.name.onlyOwn === undefined || claimed.has(each)),
  )
  const apart = await stillApart(needed, known, find)
  const names = needed.map((each) =>
    grounded(each, known, { isApart: apart.has(each), isClaimed: claimed.has(each) }, suggestions),
  )
  const counts = { cited: 0, retrieved: 0, asked: 0, indexed: 0, invented: 0, unchecked: 0, unconfirmed: 0 }
  for (const { verdict, unconfirmedWith } of names) {
    counts[verdict]++
    if (unconfirmedWith !== undefined) counts.unconfirmed++
  }
  const isLong = names.length > MOST_NAMES
  return {
    names: isLong ? names.filter((name) => name.verdict !== 'cited' || name.unconfirmedWith) : names,
    counts,
    ...(end !== undefined && { uncheckedFrom: end }),
  }
}

/** Names that the index does not have beside what they belong to either. */
async function stillApart(
  checked: readonly CheckedName[],
  known: ReadonlyMap<string, IndexedName>,
  find: NameIndex['find'],
): Promise<ReadonlySet<CheckedName>> {
  // What could not be looked up is no reason for an alarm.
  const apart = checked.filter(
    ({ open: { pair } }) =>
      pair !== undefined && !factsOf(pair, known).some((key) => known.get(key)?.isKnown !== false),
  )
  const queries = [...new Set(apart.map(({ open: { pair } }) => pair?.query ?? ''))]
  if (find === undefined || queries.length === 0) return new Set(apart)
  const elsewhere = new EvidenceNames()
  for (const [at, query] of queries.slice(0, MOST_SEARCHES).entries()) {
    const found = await find(query)
    if (found === undefined) return new Set()
    for (const { above, content } of found) elsewhere.add(at, above, content)
  }
  return new Set(
    apart.filter(({ name: found }) => {
      const name = asClaimed(found, elsewhere)
      const { keys, parts = [] } = name
      return !elsewhere.has(keys.length > 0 ? keys : parts) || !meets(name, elsewhere, { areFound: true })
    }),
  )
}

/** If a page states the default of an option, a default must be that one. */
function factsOf({ facts, asDefault }: OpenPair, known: ReadonlyMap<string, IndexedName>): readonly string[] {
  return asDefault !== undefined && isAnyKnown(asDefault.documented, known) ? asDefault.facts : facts
}

/** Options that an answer names, at most: each may own any of its numbers. */
const MOST_OPTIONS = 40
const OPTIONS: ReadonlySet<FoundName['kind']> = new Set(['flag', 'env', 'key', 'path'])

function optionsOf(found: readonly FoundName[]): string[] {
  const names = found.filter(({ kind }) => OPTIONS.has(kind)).map(({ keys: [key = ''] }) => key)
  return [...new Set(names)].slice(0, MOST_OPTIONS)
}

function check(name: FoundName, evidence: NameEvidence, named: readonly string[]): CheckedName {
  const { passages, asked, isCited } = evidence
  let found = passages.passagesWith(name.keys, name.parts)
  if (found.size === 0 && name.kind !== 'value') found = passages.passagesSaying(name.text)
  const numbers = [...found]
  const cited = numbers.find(isCited)
  const isAsked =
    asked.passagesWith(name.keys, name.parts).size > 0 || asked.passagesSaying(name.text).size > 0
  const verdict =
    found.size > 0 ? (cited === undefined ? 'retrieved' : 'cited') : isAsked ? 'asked' : undefined
  const passage = cited ?? numbers[0]
  const pair =
    verdict === 'asked'
      ? undefined
      : unmetPair(asClaimed(name, passages), evidence, named, verdict !== undefined)
  const open = indexProof(name, passages, { isProved: verdict !== undefined, pair })
  return { name, verdict, ...(passage && { passage }), open }
}

/** The value of an option that only the answer's code has; the default of an option whose default the evidence does not tell. */
function isOnesOwn({ kind, ownUnless, belongsTo }: FoundName, { passages }: NameEvidence): boolean {
  if (kind === 'value') return !passages.meet([defaultKey()], belongsTo?.keys ?? [], true)
  return ownUnless !== undefined && !passages.has(ownUnless)
}

/** A value that the answer only proposes, where the evidence does not have it beside its option. */
function isFree({ freeUnless, belongsTo }: FoundName, { passages }: NameEvidence): boolean {
  if (freeUnless === undefined) return false
  if (belongsTo?.near) return !passages.meet(freeUnless, belongsTo.keys, true)
  return freeUnless.length === 0
}

function isAnyKnown(keys: readonly string[], known: ReadonlyMap<string, IndexedName>): boolean {
  return keys.some((key) => known.get(key)?.isKnown)
}

/** The nearest real names for those that are invented: of the evidence, else of the index. */
function suggestionsFor(
  checked: readonly CheckedName[],
  passages: EvidenceNames,
  known: ReadonlyMap<string, IndexedName>,
): ReadonlyMap<string, string> {
  const invented = checked.filter(
    ({ name, verdict, open }) =>
      verdict === undefined && !VALUES.has(name.kind) && !isAnyKnown(open.names, known),
  )
  const wanted = [...new Set(invented.map(({ name }) => suggestedFor(name)))].slice(0, MOST_SUGGESTED)
  const suggestions = nearestNames(wanted, passages.keys())
  for (const name of wanted) {
    const nearest = known.get(name)?.nearest
    if (nearest !== undefined && !suggestions.has(name)) suggestions.set(name, nearest)
  }
  return suggestions
}

function grounded(
  { name, verdict, passage, open }: CheckedName,
  known: ReadonlyMap<string, IndexedName>,
  { isApart, isClaimed }: { isApart: boolean; isClaimed: boolean },
  suggestions: ReadonlyMap<string, string>,
): GroundedName {
  const { text, kind, start, end } = name
  const base = { text, kind, start, end }
  const unconfirmed = isApart && open.pair !== undefined ? { unconfirmedWith: open.pair.text } : {}
  if (verdict !== undefined) return { ...base, verdict, ...(passage && { passage }), ...unconfirmed }
  if (isAnyKnown(open.names, known)) return { ...base, verdict: 'indexed', ...unconfirmed }
  if (!isClaimed || !open.names.every((key) => known.has(key))) return { ...base, verdict: 'unchecked' }
  const suggestion = VALUES.has(kind) ? undefined : suggestions.get(suggestedFor(name))
  return { ...base, verdict: 'invented', ...(suggestion !== undefined && { suggestion }) }
}

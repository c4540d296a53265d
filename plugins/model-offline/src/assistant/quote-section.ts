import { isOutput, leadsOn } from '../text/passage-units.ts'
import type { QuoteRoom } from './quote-room.ts'
import type { Question } from './read-question.ts'
import type { ScoredSection, ScoredUnit } from './score-sections.ts'

/** Share of the best unit's score that another unit needs. */
const NEAR = 0.6
/** A heading that says this much of the question makes the beginning of its section the answer. */
const LEADS = 0.5
/** Longest list that is quoted as a whole, items. */
const MAX_LIST = 10
/** Longest text of a card, characters. */
const CARD = 120
/** Lines of a code block that is quoted for want of a shorter one. */
const LONG_CODE = 40
/** Leans on the sentence before it. */
const LEANS =
  /^(?:it|its|this|that|these|those|they|then|otherwise|both|also|so|thus|however|instead|in (?:this|that|such)|for (?:this|that|such)|but|and|or)\b/i

/** What a section has to say to a question, in its order: whole sentences, whole lists, and the code that belongs to them. */
export function quoteSection(question: Question, section: ScoredSection, room: QuoteRoom): ScoredUnit[] {
  const { units } = section
  const chosen = new Set<ScoredUnit>()
  const isNew = (unit: ScoredUnit) => ![...room.taken, ...chosen].some((other) => isSame(other, unit))
  let left = room.units
  const take = (unit: ScoredUnit | undefined): boolean => {
    if (unit === undefined || left <= 0 || !isNew(unit)) return false
    // A step may be a link; an item of another list is nothing then.
    if (unit.isPointer === true && !isStep(unit)) return false
    chosen.add(unit)
    left--
    return true
  }
  const takeWhole = (unit: ScoredUnit): void => {
    const list = unit.kind === 'item' ? listOf(units, unit) : listAfter(units, unit)
    // Some steps of several would mislead.
    if (list.length > left && list.some(isStep)) return
    const before = units[unit.index - 1]
    if (unit.kind === 'sentence' && LEANS.test(unit.text) && before?.kind === 'sentence') {
      if (before.block === unit.block || before.index === 0) take(before)
    }
    if (unit.kind !== 'item') take(unit)
    for (const each of list) take(each)
  }
  const prose = units.filter((unit) => unit.kind !== 'code' && unit.isPointer !== true)
  if (section.headingFit >= LEADS) for (const unit of leadOf(prose)) takeWhole(unit)
  const candidates = prose.filter((unit) => unit.score > 0).sort((a, b) => b.score - a.score)
  const top = candidates[0]?.score ?? 0
  for (const unit of candidates) {
    if (unit.score < top * NEAR) break
    if (!chosen.has(unit)) takeWhole(unit)
  }
  if (room.code > 0)
    for (const code of codeFor(question, section, chosen).slice(0, room.code)) chosen.add(code)
  return [...chosen].filter((unit) => isWhole(unit, units, chosen)).sort((a, b) => a.index - b.index)
}

/** False for a sentence that leads to code or a list which is not quoted. */
function isWhole(unit: ScoredUnit, units: readonly ScoredUnit[], chosen: ReadonlySet<ScoredUnit>): boolean {
  if (unit.kind !== 'sentence' || !leadsOn(unit.text)) return true
  const next = units[unit.index + 1]
  return next !== undefined && (next.kind === 'sentence' || chosen.has(next))
}

/** The first sentence, and the second when the first is short. */
function leadOf(prose: readonly ScoredUnit[]): ScoredUnit[] {
  const [first, second] = prose
  if (first === undefined) return []
  const isShort = first.text.length < 80 && second?.block === first.block
  return isShort && second !== undefined ? [first, second] : [first]
}

/** The list that an item stands in, with the sentence that leads to it; of a long list the item and its neighbours. */
function listOf(units: readonly ScoredUnit[], item: ScoredUnit): ScoredUnit[] {
  const list = units.filter((unit) => unit.kind === 'item' && unit.block === item.block)
  const before = units[(list[0]?.index ?? 0) - 1]
  const intro = before?.kind === 'sentence' && leadsOn(before.text) ? [before] : []
  if (list.length <= (isStep(item) ? MAX_LIST : 6)) return [...intro, ...list]
  return [...intro, item]
}

/** A sentence that ends in a colon is nothing without the list or table that follows, or the cards. */
function listAfter(units: readonly ScoredUnit[], unit: ScoredUnit): ScoredUnit[] {
  if (unit.kind !== 'sentence' || !leadsOn(unit.text)) return []
  const rest = units.slice(unit.index + 1)
  const [first] = rest
  if (first?.kind === 'table') return [first]
  if (first?.kind === 'item') return rest.filter((other) => other.block === first.block).slice(0, MAX_LIST)
  const end = rest.findIndex((other) => other.kind !== 'sentence' || other.text.length > CARD)
  return (end < 0 ? rest : rest.slice(0, end)).slice(0, MAX_LIST)
}

/**
 * The code that belongs to what is quoted. When the question asks how and none follows, the block that has most of the
 * question's words, a short one before a long one, with the sentence that leads to it.
 */
function codeFor({ wantsCode }: Question, { units }: ScoredSection, chosen: Set<ScoredUnit>): ScoredUnit[] {
  const announced = [...chosen].flatMap((unit) => {
    const next = units[unit.index + 1]
    const isAnnounced = leadsOn(unit.text) || (wantsCode && next !== undefined && !isOutput(next))
    return next?.kind === 'code' && isAnnounced ? [next] : []
  })
  if (announced.length > 0) return announced
  if (!wantsCode && chosen.size > 0) return []
  // Output shows nobody how.
  const all = units.filter((unit) => unit.kind === 'code' && (chosen.size === 0 || !isOutput(unit)))
  const short = all.filter((unit) => unit.text.split('\n').length <= LONG_CODE)
  const [best] = (short.length > 0 ? short : all).sort((a, b) => b.score - a.score || a.index - b.index)
  if (best === undefined) return []
  const before = units[best.index - 1]
  if (before?.kind === 'sentence' && before.isPointer !== true) chosen.add(before)
  return [best]
}

function isStep({ kind, text }: ScoredUnit): boolean {
  return kind === 'item' && /^\d/.test(text)
}

function isSame(a: ScoredUnit, b: ScoredUnit): boolean {
  if (normal(a.text) === normal(b.text)) return true
  if (a.terms.size < 4 || b.terms.size < 4) return false
  const shared = [...a.terms].filter((term) => b.terms.has(term)).length
  if (shared / (a.terms.size + b.terms.size - shared) > 0.85) return true
  // The shorter of two sentences adds nothing to the longer one.
  return a.kind === 'sentence' && b.kind === 'sentence' && shared === Math.min(a.terms.size, b.terms.size)
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

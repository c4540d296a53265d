import type { Question } from './read-question.ts'
import type { ScoredPassage, ScoredUnit } from './score-passages.ts'

/** Units of one passage that the answer quotes, in the passage's order. */
export interface Quote {
  passage: ScoredPassage['passage']
  units: ScoredUnit[]
}

const MAX_UNITS = 6
const MAX_PASSAGES = 3
/** Coverage of the best passage below which the documentation does not answer. */
const ANSWERS = 0.45
/** Share of the best unit's score that another unit needs. */
const NEAR = 0.55

/**
 * Chooses what to quote: [] when no passage speaks of enough of the question. At most six sentences or list items of
 * at most three passages, none twice, with the code that belongs to them when the question asks how.
 */
export function selectUnits(question: Question, scored: readonly ScoredPassage[]): Quote[] {
  const ranked = scored.filter((each) => each.units.length > 0).sort((a, b) => b.score - a.score)
  const best = ranked[0]
  if (best === undefined || best.coverage < ANSWERS) return []
  const near = ranked
    .filter((each) => each.coverage >= best.coverage * 0.8 && each.score >= best.score * 0.7)
    .slice(0, MAX_PASSAGES)
  const candidates = near
    .flatMap((each) => each.units.filter((unit) => unit.score > 0).map((unit) => ({ each, unit })))
    .filter(({ unit }) => unit.kind !== 'code')
    .sort((a, b) => b.unit.score - a.unit.score)
  const top = candidates[0]?.unit.score ?? 0
  const chosen = new Map<ScoredPassage, Set<ScoredUnit>>()
  const taken: ScoredUnit[] = []
  const take = (each: ScoredPassage, unit: ScoredUnit | undefined): void => {
    if (unit === undefined || taken.length >= MAX_UNITS || taken.some((other) => isSame(other, unit))) return
    taken.push(unit)
    const units = chosen.get(each) ?? new Set()
    chosen.set(each, units.add(unit))
  }
  for (const { each, unit } of candidates) {
    if (unit.score < top * NEAR) break
    if (/^(?:it|this|that|these|those|they|then|otherwise|both|also)\b/i.test(unit.text)) {
      const before = each.units[unit.index - 1]
      if (before?.kind === 'sentence' && before.block === unit.block) take(each, before)
    }
    take(each, unit)
    for (const next of listAfter(each, unit)) take(each, next)
  }
  if (candidates.length === 0) chosen.set(best, new Set())
  if (question.wantsCode || candidates.length === 0) addCode(chosen)
  return [...chosen].map(([each, units]) => ({
    passage: each.passage,
    units: [...units].sort((a, b) => a.index - b.index),
  }))
}

/** A sentence that ends in a colon is nothing without the list or table that follows. */
function listAfter(each: ScoredPassage, unit: ScoredUnit): ScoredUnit[] {
  if (unit.kind === 'item') return []
  if (!unit.text.endsWith(':')) return []
  const first = each.units[unit.index + 1]
  if (first?.kind === 'table') return [first]
  if (first?.kind !== 'item') return []
  return each.units.filter((other) => other.kind === 'item' && other.block === first.block)
}

/** The code that follows a quoted unit; where none does, the best block of the passage. At most two in all. */
function addCode(chosen: ReadonlyMap<ScoredPassage, Set<ScoredUnit>>): void {
  let left = 2
  for (const [each, units] of chosen) {
    const following = [...units].flatMap((unit) => each.units[unit.index + 1] ?? [])
    const attached = following.filter((unit) => unit.kind === 'code')
    const fallback = each.units.filter((unit) => unit.kind === 'code').sort((a, b) => b.score - a.score)
    for (const code of attached.length > 0 ? attached : fallback.slice(0, 1)) {
      if (left-- > 0) units.add(code)
    }
    if (left <= 0) return
  }
}

function isSame(a: ScoredUnit, b: ScoredUnit): boolean {
  if (normal(a.text) === normal(b.text)) return true
  if (a.terms.size < 4 || b.terms.size < 4) return false
  const shared = [...a.terms].filter((term) => b.terms.has(term)).length
  return shared / (a.terms.size + b.terms.size - shared) > 0.85
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

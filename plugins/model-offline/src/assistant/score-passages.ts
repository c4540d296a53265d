import { passageUnits, type Unit } from '../text/passage-units.ts'
import { termSet } from '../text/terms.ts'
import type { QuotedPassage } from './read-passages.ts'
import type { Question } from './read-question.ts'

export interface ScoredUnit extends Unit {
  /** Place in the passage, from 0. */
  index: number
  terms: ReadonlySet<string>
  score: number
}

export interface ScoredPassage {
  passage: QuotedPassage
  units: readonly ScoredUnit[]
  /** Share of the question's weight that the passage speaks of, 0 to 1; its headings count as its words. */
  coverage: number
  score: number
}

/**
 * Scores passages and their units against a question: the weight of the words they share, where a word that is in
 * few of the passages weighs more, and a word of the headings counts half for every sentence below them.
 */
export function scorePassages(question: Question, passages: readonly QuotedPassage[]): ScoredPassage[] {
  const prepared = passages.map((passage) => {
    const heading = termSet([passage.title, ...passage.headings, passage.path].join(' '))
    const units = passageUnits(passage.text).map((unit, index) => ({
      ...unit,
      index,
      terms: termSet(unit.text),
    }))
    return {
      passage,
      heading,
      units,
      all: new Set([...heading, ...units.flatMap((unit) => [...unit.terms])]),
    }
  })
  const rarity = new Map<string, number>()
  for (const [term, weight] of question.weights) {
    const holding = prepared.filter((each) => each.all.has(term)).length
    // A word that no passage has counts as one of a single passage: it may only be another word for the same.
    rarity.set(term, weight * Math.log(1 + (prepared.length + 1) / (Math.max(holding, 1) + 0.5)))
  }
  const total = sum([...rarity.values()])
  return prepared.map(({ passage, heading, units, all }, rank) => {
    const covered = sum([...rarity].map(([term, weight]) => (all.has(term) ? weight : 0)))
    const inHeading = sum([...rarity].map(([term, weight]) => (heading.has(term) ? weight : 0)))
    const scored = units.map((unit) => ({
      ...unit,
      score: unitScore(unit, question, rarity, heading) / (total || 1),
    }))
    const best = Math.max(0, ...scored.map((unit) => unit.score))
    // The retriever's order is worth something: it has seen more than these passages.
    const prior = 0.1 * (1 - rank / prepared.length)
    return {
      passage,
      units: scored,
      coverage: total === 0 ? 0 : covered / total,
      score: total === 0 ? 0 : covered / total + best + (0.5 * inHeading) / total + prior,
    }
  })
}

function unitScore(
  unit: Unit & { terms: ReadonlySet<string> },
  question: Question,
  rarity: ReadonlyMap<string, number>,
  heading: ReadonlySet<string>,
): number {
  let score = 0
  let direct = 0
  for (const [term, weight] of rarity) {
    if (unit.terms.has(term)) {
      score += weight
      direct += weight
    } else if (heading.has(term)) score += weight / 2
  }
  if (direct > 0 && question.defines !== undefined && definesIt(unit.text, question.defines)) score *= 1.5
  if (unit.kind === 'code' && !question.wantsCode) score *= 0.5
  // Long units match more words by chance.
  return score / (1 + unit.terms.size / 60)
}

function definesIt(text: string, what: string): boolean {
  const start = text.toLowerCase().replace(/[*_`]/g, '')
  const name = what.toLowerCase().replace(/[*_`]/g, '')
  return new RegExp(
    `^(?:an? |the )?${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}s? (?:is|are|means|lets|gives)\\b`,
  ).test(start)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

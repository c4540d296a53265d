import { isOutput, type Unit } from '../text/passage-units.ts'
import { termSet } from '../text/terms.ts'
import type { QuotedPassage } from './read-passages.ts'
import { EVERYDAY, type Question } from './read-question.ts'
import { type PreparedSection, sectionsOf } from './sections-of.ts'

export interface ScoredUnit extends Unit {
  /** Place in the section, from 0. */
  index: number
  terms: ReadonlySet<string>
  /** 0 to about 1.5. */
  score: number
  /** Says what it is that is asked for: `A key is …`. */
  isDefinition: boolean
}

/** A part of a passage under one heading, which is what answers. */
export interface ScoredSection {
  passage: QuotedPassage
  /** Its own heading; the page's title where it has none. */
  heading: string
  headingTerms: ReadonlySet<string>
  units: readonly ScoredUnit[]
  /** Every word of it, its headings and its path. */
  terms: ReadonlySet<string>
  /** Share of the question's weight that it speaks of, 0 to 1; its headings count as its words. */
  coverage: number
  /** The same of its heading with the sentence, item or row that has most of the question. */
  focus: number
  /** How well its heading or title says what is asked, 0 to 1. */
  headingFit: number
  /** The same of the page's title alone. */
  titleFit: number
  /** True for a list or a table where the question asks which there are. */
  lists: boolean
  score: number
}

/** What was published once and is no guide to the present. */
const RECORD =
  /(?:^|[/-])(?:changelog|change-log|releases?|release-notes|latest-releases|blog|news|archive)(?:[/-]|$)/i
const ASKS_FOR_RECORD =
  /\b(?:release|released|changelog|version|v?\d+\.\d+|new in|changed|upgrade|migrat\w+)\b/i

/** A section that shows how a thing is used. */
const SHOWS_USE = /\b(?:usage|use|using|examples?|quick ?start|getting started|how to|basics?)\b/gi

/** Weight of all everyday words of a question together, for one of its others. */
const MOST_EVERYDAY = 0.4

/** How much more a sentence is worth that has a time or number where one is asked for. */
const MEASURED = 1.4
/** What a section is worth that has none. */
const UNMEASURED = 0.85

/** What it is worth that the code of a section has the words of a question that asks how. */
const SHOWN = 0.6

/** A telling word that no section has counts for more, a name for most: it is what the question is about. */
const MISSING = 2
const MISSING_NAME = 4
const MISSING_EVERYDAY = 1.2

/**
 * Scores the sections of passages and their units against a question: the weight of the words they share, where a word
 * that is in few of the sections weighs more, and a word of the headings counts half for every sentence below them.
 */
export function scoreSections(question: Question, passages: readonly QuotedPassage[]): ScoredSection[] {
  const { language } = question
  const prepared = sectionsOf(passages, question)
  const asked = askedWeights(question, prepared)
  const weights = rarity(asked, prepared)
  const total = sum([...weights.values()]) || 1
  const everywhere = termsOfMost(prepared)
  const telling = tellingWeights(asked, question)
  return prepared.map(({ passage, rank, heading, headingTerms, around, units, terms, saidTerms }) => {
    const isLead = passage.headings.length <= 1 && heading === (passage.headings.at(-1) ?? passage.title)
    const scored = units.map((unit) => ({
      ...unit,
      isDefinition: isDefinition(unit, question),
      score:
        (unitScore(unit, question, weights, around) / total) *
        (isLead && isTeaser(unit, question, share(unit.terms, asked)) ? 0.85 : 1),
    }))
    const coverage = share(saidTerms, telling)
    const focus = Math.max(0, ...units.map((unit) => focusOf(unit, question, telling, headingTerms)))
    const plain = termSet(heading.replace(SHOWS_USE, ' '), language)
    const own = new Set([...plain].filter((term) => asked.has(term) || !everywhere.has(term)))
    const titleFit = fit(termSet(passage.title, language), asked)
    const headingFit = Math.max(fit(own, asked), 0.9 * titleFit)
    const strange = own.size === 0 ? 0 : [...own].filter((term) => !asked.has(term)).length / own.size
    const best = Math.max(0, ...scored.map((unit) => unit.score))
    // The retriever's order is worth something: it has seen more than these passages.
    const prior = 0.25 * (1 - rank / passages.length)
    const isRecord = RECORD.test(passage.path) && !ASKS_FOR_RECORD.test(question.text)
    const usage = question.wantsCode && heading.search(SHOWS_USE) >= 0 && hasCode(units) ? 0.3 : 0
    const shown = question.wantsCode ? SHOWN * share(codeTerms(units), asked) : 0
    const covers = 1.5 * coverage + 0.5 * focus + 0.5 * share(terms, weights)
    // A heading that is the question wins, and a page about something else loses.
    const isQuestion = own.size > 0 && fit(own, telling) > 0.95 ? 0.4 : 0
    const title = [...termSet(passage.title, language)].filter((term) => !everywhere.has(term))
    const other = title.filter((term) => !asked.has(term)).length / (title.length || 1)
    const lists = question.wantsList && units.some(({ kind }) => kind === 'item' || kind === 'table')
    const score =
      (covers +
        best +
        0.8 * headingFit +
        isQuestion -
        0.5 * strange -
        0.4 * other +
        (lists ? 0.6 : 0) +
        usage +
        shown +
        prior) *
      (isRecord ? 0.8 : 1) *
      (measures(question, units) ? 1 : UNMEASURED)
    return {
      passage,
      heading,
      headingTerms,
      units: scored,
      terms,
      coverage,
      focus,
      headingFit,
      titleFit,
      lists,
      score: coverage === 0 ? 0 : score,
    }
  })
}

/** The weights of the question, where words that nothing was found for count for more or for nothing. */
function askedWeights(
  { weights, names }: Question,
  sections: readonly { terms: ReadonlySet<string> }[],
): ReadonlyMap<string, number> {
  const isFound = (term: string) => sections.some((each) => each.terms.has(term))
  return new Map(
    [...weights].map(([term, weight]) => {
      if (weight < EVERYDAY || isFound(term)) return [term, weight] as const
      const missing = weight < 1 ? MISSING_EVERYDAY : names.has(term) ? MISSING_NAME : MISSING
      return [term, weight * missing] as const
    }),
  )
}

/**
 * Without the name of the product: that it is there says nothing of whether the rest is answered. However many everyday
 * words a question has, the few others say what it is about.
 */
function tellingWeights(
  asked: ReadonlyMap<string, number>,
  { product }: Question,
): ReadonlyMap<string, number> {
  const rest = [...asked].filter(([term]) => !product.has(term))
  const weight = (some: typeof rest): number => sum(some.map(([, each]) => each))
  if (weight(rest) < 1) return asked
  const [everyday, others] = [rest.filter(isEveryday), rest.filter((each) => !isEveryday(each))]
  const scale = Math.min(1, (MOST_EVERYDAY * (weight(others) || 1)) / (weight(everyday) || 1))
  return new Map([...others, ...everyday.map(([term, each]) => [term, each * scale] as const)])
}

function isEveryday([, weight]: readonly [string, number]): boolean {
  return weight < 1 && weight >= EVERYDAY
}

/** Weights by which sections that were found for the same words still differ: a word that few of them have counts more. */
function rarity(
  asked: ReadonlyMap<string, number>,
  sections: readonly { terms: ReadonlySet<string> }[],
): ReadonlyMap<string, number> {
  return new Map(
    [...asked].map(([term, weight]) => {
      const holding = sections.filter((each) => each.terms.has(term)).length
      // Nothing follows from a word that no section has.
      const counted = holding === 0 ? sections.length : holding
      return [term, weight * Math.log(1 + (sections.length + 1) / (counted + 0.5))] as const
    }),
  )
}

/** Words that most sections have, such as the name of the product. */
function termsOfMost(sections: readonly { terms: ReadonlySet<string> }[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { terms } of sections) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > 0.6 * sections.length).map(([term]) => term))
}

function share(has: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  const total = sum([...weights.values()])
  return total === 0 ? 0 : sum([...weights].map(([term, weight]) => (has.has(term) ? weight : 0))) / total
}

function unitScore(
  unit: Unit & { terms: ReadonlySet<string> },
  question: Question,
  weights: ReadonlyMap<string, number>,
  around: ReadonlySet<string>,
): number {
  let score = 0
  let direct = 0
  for (const [term, weight] of weights) {
    if (unit.terms.has(term)) {
      score += weight
      direct += weight
    } else if (around.has(term)) score += weight / 2
  }
  if (direct > 0 && isDefinition(unit, question)) score *= 1.5
  if (unit.kind === 'code' && !question.wantsCode) score *= 0.5
  if (unit.isPointer === true) score *= 0.3
  if (unit.kind === 'table') score *= 0.8
  if (direct > 0 && question.measure?.test(unit.text) === true && unit.kind !== 'code') score *= MEASURED
  // Long units match more words by chance.
  return score / (1 + unit.terms.size / 60)
}

/** How much of the question a sentence, item or row says with its heading; a measure counts where one is asked for. */
function focusOf(
  unit: Unit & { terms: ReadonlySet<string> },
  { measure }: Question,
  telling: ReadonlyMap<string, number>,
  about: ReadonlySet<string>,
): number {
  if (unit.isPointer === true) return 0
  const own = share(unit.terms, telling)
  const measured = own > 0 && unit.kind !== 'code' && measure?.test(unit.text) === true ? EVERYDAY : 0
  return Math.min(1, share(new Set([...unit.terms, ...about]), telling) + measured)
}

/** The description of a page tells what it is about, not what it says. */
function isTeaser(unit: { index: number; kind: Unit['kind'] }, question: Question, share: number): boolean {
  return unit.index === 0 && unit.kind === 'sentence' && question.defines === undefined && share < 0.6
}

/** How much of the question a heading has, and of the heading the question: harmonic mean. */
function fit(heading: ReadonlySet<string>, asked: ReadonlyMap<string, number>): number {
  if (heading.size === 0) return 0
  const precision = [...heading].filter((term) => asked.has(term)).length / heading.size
  const recall = share(heading, asked)
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

function isDefinition(unit: Unit, { defines }: Question): boolean {
  return defines !== undefined && unit.kind !== 'code' && definesIt(unit.text, defines)
}

function definesIt(text: string, what: string): boolean {
  const start = text.toLowerCase().replace(/[*_`]/g, '')
  const name = what.toLowerCase().replace(/[*_`]/g, '')
  return new RegExp(
    `^(?:an? |the |eine? |der |die |das |une? |la |le |el )?${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}s? (?:is|are|means|lets|gives|ist|sind|est|sont|es|son)\\b`,
  ).test(start)
}

function measures({ measure }: Question, units: readonly Unit[]): boolean {
  return measure === undefined || units.some((unit) => unit.kind !== 'code' && measure.test(unit.text))
}

function codeTerms(units: PreparedSection['units']): ReadonlySet<string> {
  return new Set(units.flatMap((unit) => (unit.kind === 'code' && !isOutput(unit) ? [...unit.terms] : [])))
}

function hasCode(units: readonly Unit[]): boolean {
  return units.some((unit) => unit.kind === 'code')
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

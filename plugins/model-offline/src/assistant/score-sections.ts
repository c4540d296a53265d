import { isOutput, type Unit } from '../text/passage-units.ts'
import { termSet } from '../text/terms.ts'
import { askedWeights, rarity, share, sum, tellingWeights, termsOfMost } from './question-weights.ts'
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
  /** Place of its page among those that the retriever found. */
  rank: number
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

/** What it is worth to be on the page that the retriever found first, half of it on the second. */
const PRIOR = 0.8

/** How much more a sentence is worth that has a time or number where one is asked for. */
const MEASURED = 1.4
/** What a section is worth that has none. */
const UNMEASURED = 0.85

/** What it is worth that the code of a section has the words of a question that asks how. */
const SHOWN = 0.6

/** What two sentences say together, for one that says it alone. */
const TWO = 0.95

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
      ...(isLead && isContents(unit) ? { isPointer: true } : {}),
      isDefinition: isDefinition(unit, question),
      score:
        (unitScore(unit, question, weights, around) / total) *
        (isLead && isTeaser(unit, question, share(unit.terms, asked)) ? 0.85 : 1),
    }))
    const coverage = share(saidTerms, telling)
    const focus = Math.max(
      0,
      ...units.map((unit) => focusOf(unit, question, telling, headingTerms)),
      ...pairsOf(units).map((pair) => TWO * focusOf(pair, question, telling, headingTerms)),
    )
    const plain = termSet(heading.replace(SHOWS_USE, ' '), language)
    const own = new Set([...plain].filter((term) => asked.has(term) || !everywhere.has(term)))
    const titleFit = fit(termSet(passage.title, language), asked)
    const headingFit = Math.max(fit(own, asked), 0.9 * titleFit)
    const strange = own.size === 0 ? 0 : [...own].filter((term) => !asked.has(term)).length / own.size
    const best = Math.max(0, ...scored.map((unit) => unit.score))
    // The retriever's order is worth something: it has seen more than these passages.
    const prior = PRIOR / (1 + rank)
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
      rank,
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

/** Each two sentences of one paragraph, as if they were one. */
function pairsOf(units: PreparedSection['units']): PreparedSection['units'] {
  return units.flatMap((unit, index) => {
    const next = units[index + 1]
    const isPair = unit.kind === 'sentence' && next?.kind === 'sentence' && next.block === unit.block
    return isPair
      ? [{ ...unit, text: `${unit.text} ${next.text}`, terms: new Set([...unit.terms, ...next.terms]) }]
      : []
  })
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

/** A description that lists what the page is about: `What is kept, and how to back it up.` */
function isContents({ index, kind, text }: { index: number; kind: Unit['kind']; text: string }): boolean {
  return index === 0 && kind === 'sentence' && /^(?:What|How|Which|Why|Who)\b.*\.$/.test(text)
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

import { languageOf } from '../text/language.ts'
import { isOutput } from '../text/passage-units.ts'
import { type AskedWords, both, NOTHING, type Reading, share } from './asked-words.ts'
import { type QuestionWeights, questionWeights } from './question-weights.ts'
import type { Question } from './read-question.ts'
import type { Section } from './sections-of.ts'

export interface ScoredSection extends Section {
  /** Every word of it, its headings and its path. */
  all: Reading
  /** Logarithm of the odds that it answers the question, and what they follow from. */
  score: number
  evidence: Evidence
}

/** What is known of a section, each 0 or 1 or a share. */
export interface Evidence {
  /** Share of the question that the section and its headings have, where words that no section has count. */
  coverage: number
  /** The same of its text alone. */
  body: number
  /** The same of its best sentence with its heading. */
  sentence: number
  /** The same of its first sentence. */
  opening: number
  /** How much of its heading the question has. */
  heading: number
  /** One sentence has nearly all of the question. */
  saysAll: number
  /** The heading is the question, more or less. */
  isQuestion: number
  /** The heading has the words of the question, two or more, and no others. */
  isWording: number
  /** How much of the question the page's title has, and of the title the question. */
  titleFit: number
  /** Place in the search: 1 for the best, 1/2 for the second. */
  place: number
  /** A list or a table where the question asks which there are, a default where it asks for one. */
  lists: number
  defaults: number
  /**
   * No measure where one is asked for, no code where the question asks how, no section with a name of the question, and
   * no sentence about leaving out where the question is.
   */
  lacksMeasure: number
  lacksCode: number
  lacksName: number
  lacksNot: number
  /** How to begin with the product, where the question is about the product itself. */
  begins: number
  /** What was published once, and is no guide to the present. */
  isRecord: number
  isForeign: number
  /** Logarithm of the number of its sentences: a long one says more. */
  length: number
}

/**
 * What each piece of evidence is worth. A logistic regression over the sections that were found for the questions of
 * apps/bench/src/answers gave the weights, here rounded. Three are set higher than it says: a sentence that says all, a
 * heading that is the question word for word, and a name that nothing has.
 */
const WORTH: Readonly<Record<keyof Evidence, number>> = {
  coverage: 0.9,
  body: 0.8,
  sentence: 2,
  opening: 0.85,
  heading: 0.5,
  saysAll: 0.7,
  isQuestion: 0.6,
  isWording: 4,
  titleFit: 1.8,
  place: 2.1,
  lists: 0.8,
  defaults: 0.5,
  lacksMeasure: -2.8,
  lacksCode: -1.2,
  lacksName: -4,
  lacksNot: -0.9,
  begins: 1,
  isRecord: -1.7,
  isForeign: -1,
  length: 0.26,
}
const BEFORE = -5.7

const RECORD =
  /(?:^|[/-])(?:changelog|change-log|releases?|release-notes|latest-releases|whats-new|blog|news|archive)(?:[/.-]|$)/i
const ASKS_FOR_RECORD =
  /\b(?:release|released|changelog|version|v?\d+\.\d+|new in|changed|upgrade|migrat\w+)\b/i
const NEGATION =
  /\b(?:without|not|never|no|only|except|none|cannot|exclud\w*|skip\w*|ignor\w*|disabl\w*|omit\w*|prevent\w*|avoid\w*|instead|unless|turn\w* off|opt out|hid(?:e|den))\b|n['’]t\b/i
const BEGINNING = /install|getting-?\s?started|quick-?\s?start|introduction|overview|upgrad|updat|\bfaq\b/i

/** Fit of a heading that is the question. */
const SAME = 0.9

/** Scores sections by how likely each answers the question, and tells what each word of the question weighs among them. */
export function scoreSections(
  question: Question,
  asked: AskedWords,
  sections: readonly Section[],
): { scored: ScoredSection[]; weights: readonly number[] } {
  const known = sections.map((section) => {
    const text = bodyOf(section, question)
    return { section, text, all: both(text, both(both(section.own, section.title), section.around)) }
  })
  const weights = questionWeights(
    question,
    asked,
    known.map(({ all }) => all),
  )
  const languages = new Map<string, boolean>()
  const letters = lettersOf(question.text)
  const scored = known.map(({ section, text, all }) => {
    const evidence = evidenceOf(section, text, all, { question, letters, asked, weights, languages })
    const score = Object.entries(WORTH).reduce(
      (sum, [name, worth]) => sum + worth * evidence[name as keyof Evidence],
      BEFORE,
    )
    return { ...section, all, score, evidence }
  })
  return { scored, weights: weights.rare }
}

interface Asking {
  question: Question
  /** Of the question, to compare with headings. */
  letters: string
  asked: AskedWords
  weights: QuestionWeights
  /** By page: whether it is in another language than the question. */
  languages: Map<string, boolean>
}

function evidenceOf(section: Section, text: Reading, all: Reading, asking: Asking): Evidence {
  const { question, letters, asked, weights } = asking
  const { own, title, units, passage, heading } = section
  const rare = (reading: Reading) => share(reading, weights.rare)
  const has = (isSo: boolean) => (isSo ? 1 : 0)
  const said = units.filter((unit) => !unit.isSample)
  const isMeasured =
    question.measure !== undefined &&
    units.some(
      ({ kind, text: unit, meant }) => kind !== 'code' && meant !== 0 && question.measure?.test(unit),
    )
  const isShown = units.some((unit) => unit.kind === 'code' && !isOutput(unit))
  return {
    coverage: share(all, weights.needed),
    body: rare(text),
    sentence: Math.max(0, ...said.map((unit) => rare(both(unit, own)))),
    opening: rare(said[0] ?? NOTHING),
    heading: own.purity,
    saysAll: has(said.some((unit) => unit.kind !== 'code' && share(unit, weights.needed) >= 0.9)),
    isQuestion: has(fit(rare(own), own.purity) > SAME),
    isWording: has(
      lettersOf(heading) === letters ||
        (asked.terms.length > 1 && own.purity === 1 && own.said === asked.bitsOf(asked.terms)),
    ),
    titleFit: fit(rare(title), title.purity),
    place: 1 / (1 + section.place),
    lists: has(question.wantsList && units.some(({ kind }) => kind === 'item' || kind === 'table')),
    defaults: has(question.wantsDefault && units.some((unit) => /default/i.test(unit.text))),
    lacksMeasure: has(question.measure !== undefined && !isMeasured),
    lacksCode: has(question.wantsCode && !isShown),
    lacksName: has(weights.lacksName),
    lacksNot: has(question.isNegative && !said.some((unit) => unit.meant !== 0 && NEGATION.test(unit.text))),
    begins: has(question.isAboutProduct && BEGINNING.test(`${passage.path} ${heading}`)),
    isRecord: has(RECORD.test(passage.path) && !ASKS_FOR_RECORD.test(question.text)),
    isForeign: has(isForeign(section, asking)),
    length: Math.log(1 + units.length),
  }
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What a section says: code counts where the question asks how. */
function bodyOf({ units }: Section, { wantsCode }: Question): Reading {
  return units.reduce(
    (text, unit) => (unit.isSample || (unit.kind === 'code' && !wantsCode) ? text : both(text, unit)),
    NOTHING,
  )
}

/** How much of the question a heading has, and of the heading the question: harmonic mean. */
function fit(recall: number, precision: number): number {
  return recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision)
}

function isForeign({ passage, units }: Section, { question, languages }: Asking): boolean {
  const known = languages.get(passage.path)
  if (known !== undefined) return known
  const prose = units.filter(({ kind }) => kind !== 'code').map(({ text }) => text)
  const isOther = prose.length > 0 && languageOf(prose.join(' ').slice(0, 500)) !== question.language
  languages.set(passage.path, isOther)
  return isOther
}

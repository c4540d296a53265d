import type { AskedWords } from './asked-words.ts'
import { comparedSections } from './compared-sections.ts'
import { defines, type QuoteRoom, quoteSection } from './quote-section.ts'
import type { Question } from './read-question.ts'
import type { ScoredSection } from './score-sections.ts'
import type { ReadUnit } from './sections-of.ts'

/** Units of one section that the answer quotes, in the section's order. */
export interface Quote {
  passage: ScoredSection['passage']
  heading: string
  units: readonly ReadUnit[]
}

/** How sure it is that the quotes answer the question. */
export interface Quotes {
  isSure: boolean
  quotes: readonly Quote[]
}

/** Score and coverage of a section that is worth showing for want of an answer. */
const NEAR = -3
const SPEAKS = 0.3
/** What makes sure that it answers: the best score, and how far behind the first is that is not quoted, up to a limit. */
const BY_SCORE = 0.6
const BY_LEAD = 0.4
const MOST_LEAD = 3
const SURE = 1
/** Coverage of a section that is about the question. */
const ABOUT = 0.5
/** How much lower than the best another section may score that is quoted too. */
const TIED = 2
/** The same of one that shows the code which the best one lacks. */
const USE = 2.5
/** Sentences of the best section, of another, and of each side of a comparison. */
const MOST = 6
const MOST_OF_OTHER = 3
const MOST_OF_SIDE = 4
/** Topics that are shown for want of an answer. */
const MOST_NEAR = 3
const MOST_CODE = 2
const MOST_LINES = 40

/** Sections that can be quoted, the best first. */
export function ranked(scored: readonly ScoredSection[]): ScoredSection[] {
  return scored
    .filter(({ units, evidence }) => units.length > 0 && evidence.coverage > 0)
    .toSorted((a, b) => b.score - a.score)
}

/**
 * Chooses what to quote: the best section, and another that is nearly as good or shows how; of a question that compares,
 * one for each side.
 */
export function selectQuotes(
  question: Question,
  asked: AskedWords,
  scored: readonly ScoredSection[],
  weights: readonly number[],
): Quotes {
  const isNamed = namesIn(question, asked, scored)
  const sections = ranked(scored).filter((each) => question.sides.length > 0 || isNamed(each))
  const [best] = sections
  if (best === undefined || best.score < NEAR || best.evidence.coverage < SPEAKS)
    return { isSure: false, quotes: [] }
  const compared = comparedSections(question, asked, sections)
  const answers = [best, ...otherThan(best, question, sections)]
  const sure = isSure(best, compared.length > 0 ? compared : answers, sections) || compared.length > 1
  const chosen = compared.length > 0 ? compared : sure ? answers : nearest(sections)
  const taken = new Set<string>()
  const quotes = chosen.flatMap((section, index): Quote[] => {
    const sentences = compared.length > 0 ? MOST_OF_SIDE : index === 0 ? MOST : MOST_OF_OTHER
    const room: QuoteRoom = { sentences, code: index === 0 ? MOST_CODE : 1, lines: MOST_LINES }
    const units = quoteSection(question, asked, section, weights, room, taken)
    if (units.length === 0 || (compared.length > 1 && units.every(({ kind }) => kind === 'code'))) return []
    return [{ passage: section.passage, heading: section.heading, units }]
  })
  return { isSure: sure, quotes }
}

/** For want of an answer: what is nearest, each topic once. */
function nearest(sections: readonly ScoredSection[]): ScoredSection[] {
  return sections
    .filter((each, at) => sections.slice(0, at).every((other) => !isSameTopic(each, other)))
    .filter((each) => each.score >= NEAR && each.evidence.coverage >= SPEAKS)
    .slice(0, MOST_NEAR)
}

function isSure(
  best: ScoredSection,
  quoted: readonly ScoredSection[],
  sections: readonly ScoredSection[],
): boolean {
  const next = sections.find((each) => quoted.every((other) => each !== other && !isSameTopic(each, other)))
  const lead = next === undefined ? MOST_LEAD : Math.min(MOST_LEAD, best.score - next.score)
  return BY_SCORE * best.score + BY_LEAD * lead >= SURE
}

/** What is as good and says something else, or what shows how. */
function otherThan(
  best: ScoredSection,
  question: Question,
  sections: readonly ScoredSection[],
): ScoredSection[] {
  // What a thing is, is said once.
  if (best.units.some((unit) => defines(unit, question))) return []
  const others = sections.filter((each) => each !== best && !isSameTopic(best, each))
  const shown =
    question.wantsCode && !hasCode(best)
      ? others.find(
          (each) =>
            each.passage.path === best.passage.path && hasCode(each) && each.score >= best.score - USE,
        )
      : undefined
  // A heading that is the question leaves nothing to another topic.
  const least = best.evidence.isWording === 1 ? Number.POSITIVE_INFINITY : best.score - TIED
  const other = shown ?? others.find((each) => each.score >= least && !isLeadOf(each, best))
  return other === undefined ? [] : [other]
}

/** Tells whether a section has every name of the question that any section has: it is what the question is about. */
function namesIn(
  { names, product }: Question,
  asked: AskedWords,
  scored: readonly ScoredSection[],
): (each: ScoredSection) => boolean {
  const all = scored.reduce((bits, each) => bits | each.all.meant, 0)
  const found = asked.bitsOf([...names].filter((name) => !product.has(name))) & all
  return (each) => (each.all.meant & found) === found
}

/**
 * The page to read as a whole: when what was found is the same section on one page after the other, and when the
 * question asks how and the best section shows no code. Undefined otherwise.
 */
export function pageToRead({ wantsCode }: Question, scored: readonly ScoredSection[]): string | undefined {
  const sections = ranked(scored)
  const [best] = sections
  if (best === undefined || best.evidence.coverage < ABOUT) return undefined
  const copies = sections.filter((each) => isSameTopic(best, each))
  const isCopied = copies.length >= 3 && copies.length >= 0.5 * sections.length
  return isCopied || (wantsCode && !hasCode(best)) ? best.passage.path : undefined
}

function hasCode({ units }: ScoredSection): boolean {
  return units.some(({ kind }) => kind === 'code')
}

/** True for the beginning of a page of which a part is quoted: it tells what the page is about, and that is known. */
function isLeadOf(lead: ScoredSection, part: ScoredSection): boolean {
  return lead.isLead && lead.passage.path === part.passage.path
}

/** The same heading on pages of the same title: copies for other versions or products. */
function isSameTopic(one: ScoredSection, other: ScoredSection): boolean {
  return one.heading === other.heading && one.passage.title === other.passage.title
}

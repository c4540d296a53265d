import type { QuoteRoom } from './quote-room.ts'
import { quoteSection } from './quote-section.ts'
import type { Question, Side } from './read-question.ts'
import { type ScoredSection, type ScoredUnit, scoreSections } from './score-sections.ts'
import { shortTable } from './short-table.ts'

/** Units of one section that the answer quotes, in the section's order. */
export interface Quote {
  passage: ScoredSection['passage']
  units: ScoredUnit[]
}

/** Coverage of the best section below which the documentation does not answer. */
const ANSWERS = 0.42
/** The same where it is not known which words are everyday words. */
const ANSWERS_IN_OTHER_LANGUAGES = 0.5
/** Sentences and list items of an answer, and of one that compares. */
const MAX_UNITS = 6
const MAX_COMPARED = 8
/** Sections that come into question for a side. */
const CANDIDATES = 4
const MAX_CODE = 2
/** Lines of code after which no further block follows. */
const MAX_CODE_LINES = 40

/** True when a section speaks of so much of the question that nothing better is to be looked for. */
export function isStrong(best: ScoredSection | undefined): boolean {
  return best !== undefined && best.coverage >= 0.85 && best.headingFit >= 0.5
}

/** Sections that can be quoted, the best first. */
export function ranked(scored: readonly ScoredSection[]): ScoredSection[] {
  return scored.filter((each) => each.units.length > 0).sort((a, b) => b.score - a.score)
}

/**
 * Chooses what to quote: [] when no section speaks of enough of the question. The best section, and another that is
 * nearly as good and says something else; of a question that compares, one for each side.
 */
export function selectQuotes(question: Question, scored: readonly ScoredSection[]): Quote[] {
  const sections = ranked(scored)
  const best = sections[0]
  const least = question.language === 'en' ? ANSWERS : ANSWERS_IN_OTHER_LANGUAGES
  if (best === undefined || Math.max(...sections.map((each) => each.coverage)) < least) return []
  const compared = comparedSections(question, sections)
  const room: QuoteRoom = { units: compared.length > 0 ? MAX_COMPARED : MAX_UNITS, code: MAX_CODE, taken: [] }
  const chosen = compared.length > 0 ? compared : withUse(question, bestSections(sections), sections)
  const quotes: Quote[] = []
  for (const [index, section] of chosen.entries()) {
    const others = chosen.length - index - 1
    // A side that comes later needs room for a sentence of its own.
    const kept = compared.length > 0 ? others * 2 : 0
    const units = quoteSection(question, section, { ...room, units: room.units - kept }).map((unit) =>
      unit.kind === 'table' ? { ...unit, text: shortTable(unit.text, question) } : unit,
    )
    if (units.length === 0 || (compared.length > 0 && units.every(({ kind }) => kind === 'code'))) continue
    quotes.push({ passage: section.passage, units })
    room.taken.push(...units)
    room.units -= units.filter((unit) => unit.kind !== 'code').length
    const code = units.filter((unit) => unit.kind === 'code')
    const lines = code.reduce((count, unit) => count + unit.text.split('\n').length, 0)
    room.code = lines > MAX_CODE_LINES ? 0 : room.code - code.length
    if (room.units <= 0) break
  }
  return merged(quotes)
}

function bestSections(sections: readonly ScoredSection[]): ScoredSection[] {
  const [first, second] = sections as [ScoredSection, ScoredSection | undefined]
  // The part of a page that is about the question says more than the beginning that announces it.
  const announces =
    second !== undefined &&
    isLeadOf(first, second) &&
    second.headingFit >= 0.7 &&
    second.score >= 0.85 * first.score
  const best = announces ? second : first
  const chosen = [best]
  // What a thing is, is said once.
  if (best.units.some((unit) => unit.isDefinition)) return chosen
  for (const each of sections.slice(1)) {
    if (chosen.length === 3 || each.score < best.score * 0.75 || each.coverage < best.coverage * 0.8) break
    if (chosen.some((other) => isSameTopic(other, each) || isLeadOf(each, other))) continue
    chosen.push(each)
  }
  return chosen
}

/** Asks how, and the best section has no code: the one of its page that has, if it is about the same. */
function withUse(
  { wantsCode }: Question,
  chosen: readonly ScoredSection[],
  sections: readonly ScoredSection[],
): ScoredSection[] {
  const [best, ...others] = chosen
  if (best === undefined || !wantsCode || hasCode(best)) return [...chosen]
  const shown = sections.find(
    (each) => each.passage.path === best.passage.path && hasCode(each) && each.score >= 0.6 * best.score,
  )
  return shown === undefined
    ? [...chosen]
    : [best, shown, ...others.filter((each) => each !== shown)].slice(0, 3)
}

function hasCode({ units }: ScoredSection): boolean {
  return units.some((unit) => unit.kind === 'code')
}

/**
 * A section for each side, of those that are about it the two that are most alike otherwise; one that speaks of both in
 * a sentence goes first. [] when a side has none.
 */
function comparedSections(question: Question, sections: readonly ScoredSection[]): ScoredSection[] {
  const { sides } = question
  if (sides.length === 0) return []
  const both = sections.find((each) =>
    each.units.some((unit) => unit.kind !== 'code' && sides.every((side) => holds(unit.terms, side))),
  )
  const passages = [...new Set(sections.map(({ passage }) => passage))]
  const [first, second] = sides.map((side) =>
    scoreSections(about(side, question), passages)
      .filter((section) => section.units.length > 0 && holds(section.terms, side))
      .map((section) => ({ section, score: aboutness(side, section, sides) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, CANDIDATES),
  )
  const pairs = (first ?? []).flatMap((one) =>
    (second ?? [])
      .filter((other) => !isSame(one.section, other.section))
      .map((other) => ({
        sections: [one.section, other.section],
        score: one.score + other.score + likeness(one.section, other.section, sides),
      })),
  )
  const pair = pairs.sort((a, b) => b.score - a.score)[0]?.sections ?? []
  if (both === undefined) return pair
  // The best section speaks of both, and what there is of each alone is about something else.
  if (both === sections[0] && !areParallel(pair, sides)) return [both]
  return pair.some((section) => isSame(section, both) || isSameTopic(section, both)) ? pair : [both, ...pair]
}

/** The question for one side alone. */
function about(side: Side, question: Question): Question {
  const others = new Set(question.sides.flatMap((each) => (each === side ? [] : [...each.terms])))
  const weights = new Map([...question.weights].filter(([term]) => !others.has(term)))
  return { ...question, weights, defines: side.text, sides: [] }
}

/** How much a section is about one side: it defines it, has it in its heading, and not the other one. */
function aboutness(side: Side, section: ScoredSection, sides: readonly Side[]): number {
  const length = Math.max(1, Math.sqrt(section.headingTerms.size))
  const others = sides.filter((other) => other !== side)
  const inHeading = share(side, section.headingTerms) / length
  const foreign = others.reduce((sum, other) => sum + share(other, section.headingTerms), 0) / length
  const defines = section.units.some((unit) => unit.isDefinition) ? 1 : 0
  return 2 * inHeading - foreign + defines + 0.3 * section.score
}

function areParallel([one, other]: readonly ScoredSection[], sides: readonly Side[]): boolean {
  if (one === undefined || other === undefined) return false
  const isDefined = [one, other].every(({ units }) => units.some((unit) => unit.isDefinition))
  return isDefined || likeness(one, other, sides) >= 0.5
}

function isSame(one: ScoredSection, other: ScoredSection): boolean {
  return one.passage === other.passage && one.heading === other.heading
}

/** How alike two sections are but for what is compared: pages of one kind, in one folder. */
function likeness(one: ScoredSection, other: ScoredSection, sides: readonly Side[]): number {
  const rest = ({ headingTerms }: ScoredSection) =>
    new Set([...headingTerms].filter((term) => !sides.some((side) => side.terms.has(term))))
  const [a, b] = [rest(one), rest(other)]
  const shared = [...a].filter((term) => b.has(term)).length
  const all = a.size + b.size - shared
  return (all === 0 ? 0 : (0.8 * shared) / all) + (folderOf(one) === folderOf(other) ? 0.2 : 0)
}

function folderOf({ passage }: ScoredSection): string {
  return passage.path.slice(0, passage.path.lastIndexOf('/'))
}

/** True when words hold at least half of what only this side has. */
export function holds(terms: ReadonlySet<string>, side: Side): boolean {
  return share(side, terms) >= 0.5
}

function share(side: Side, terms: ReadonlySet<string>): number {
  return [...side.terms].filter((term) => terms.has(term)).length / side.terms.size
}

/**
 * The page to read as a whole: when what was found is the same section on one page after the other, and when the
 * question asks how and the best section shows no code. Undefined otherwise.
 */
export function pageToRead({ wantsCode }: Question, scored: readonly ScoredSection[]): string | undefined {
  const sections = ranked(scored)
  const best = sections[0]
  if (best === undefined || best.coverage < ANSWERS) return undefined
  const copies = sections.filter((each) => isSameTopic(best, each))
  const isCopied = copies.length >= 3 && copies.length >= 0.5 * sections.length
  if (!isCopied && (!wantsCode || hasCode(best))) return undefined
  const near = sections.filter((each) => each.score >= 0.8 * best.score)
  return (near.sort((a, b) => b.titleFit - a.titleFit)[0] ?? best).passage.path
}

/** True for the beginning of a page of which a part is quoted: it tells what the page is about, and that is known. */
function isLeadOf(lead: ScoredSection, part: ScoredSection): boolean {
  return lead.passage.path === part.passage.path && lead.heading === lead.passage.title
}

/** The same heading on pages of the same title: copies for other versions or products. */
function isSameTopic(one: ScoredSection, other: ScoredSection): boolean {
  return one.heading === other.heading && one.passage.title === other.passage.title
}

/** Sections of one passage are quoted together. */
function merged(quotes: readonly Quote[]): Quote[] {
  const byPassage = new Map<Quote['passage'], Quote>()
  for (const { passage, units } of quotes) {
    const known = byPassage.get(passage)
    if (known === undefined) byPassage.set(passage, { passage, units })
    else known.units.push(...units)
  }
  return [...byPassage.values()]
}

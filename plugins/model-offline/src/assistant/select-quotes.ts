import type { QuoteRoom } from './quote-room.ts'
import { quoteSection } from './quote-section.ts'
import type { Question, Side } from './read-question.ts'
import { type ScoredSection, type ScoredUnit, scoreSections } from './score-sections.ts'
import { shortTable } from './short-table.ts'

/** Units of one section that the answer quotes, in the section's order. */
export interface Quote {
  passage: ScoredSection['passage']
  heading: string
  units: ScoredUnit[]
}

/** Coverage of the best section below which the documentation does not answer. */
const ANSWERS = 0.57
/** The same of one of its sentences, with half the fit of its heading: words that are far apart say nothing together. */
const SAYS = 1.05
/** Of a heading that needs no sentence, and what its section must speak of. */
const NAMES = 0.6
const COVERS = 0.75
/** Of a sentence that needs no heading. */
const SAYS_ALL = 0.9
/** Of a section of the page that the retriever found first. */
const FIRST = 0.85
const FIRST_NEAR = 0.4
/** Coverage of a section of another page than that. */
const TRUSTED = 0.9
/** The same of a list or a table where one is asked for. */
const LISTS = 1
/** Coverage of what is shown for want of an answer. */
const NEAREST = 0.5
/** Fit of its heading, on another page than the first. */
const TOUCHES = 0.4
/** Share of the best score that another section needs. */
const NEAR = 0.85
/** Fit of a heading that is about the question. */
const ABOUT = 0.5
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
  const top = sections[0]?.score ?? 0
  const isNamed = namesIn(question, scored)
  const isOnTopic = (each: ScoredSection) =>
    question.sides.length > 0 || (isNamed(each) && isTrusted(question, each))
  const answering = sections.filter((each) => answers(each) && isOnTopic(each) && each.score >= NEAR * top)
  if (answering.length === 0) return []
  const compared = comparedSections(question, sections)
  const chosen = compared.length > 0 ? compared : withUse(question, bestSections(answering), sections)
  return quotesOf(question, chosen, compared.length > 0)
}

/** What is nearest to a question that has no answer, by its heading or for the retriever; [] when nothing is near. */
export function nearestQuotes(question: Question, scored: readonly ScoredSection[]): Quote[] {
  const isNamed = namesIn(question, scored)
  const near = ranked(scored).find(
    (each) =>
      isNamed(each) &&
      (each.rank === 0
        ? each.coverage >= FIRST_NEAR
        : each.coverage >= FIRST || (each.coverage >= NEAREST && each.headingFit >= TOUCHES)),
  )
  return near === undefined ? [] : quotesOf(question, [near], false)
}

function quotesOf(question: Question, chosen: readonly ScoredSection[], compares: boolean): Quote[] {
  const room: QuoteRoom = { units: compares ? MAX_COMPARED : MAX_UNITS, code: MAX_CODE, taken: [] }
  const quotes: Quote[] = []
  for (const [index, section] of chosen.entries()) {
    const others = chosen.length - index - 1
    // A side that comes later needs room for a sentence of its own.
    const kept = compares ? others * 2 : 0
    const units = quoteSection(question, section, { ...room, units: room.units - kept }).map((unit) =>
      unit.kind === 'table' ? { ...unit, text: shortTable(unit.text, question) } : unit,
    )
    if (units.length === 0 || (compares && units.every(({ kind }) => kind === 'code'))) continue
    quotes.push({ passage: section.passage, heading: section.heading, units })
    room.taken.push(...units)
    room.units -= units.filter((unit) => unit.kind !== 'code').length
    const code = units.filter((unit) => unit.kind === 'code')
    const lines = code.reduce((count, unit) => count + unit.text.split('\n').length, 0)
    room.code = lines > MAX_CODE_LINES ? 0 : room.code - code.length
    if (room.units <= 0) break
  }
  return quotes
}

/** False for a section that has some words of the question and is about a neighbouring topic. */
function answers({ coverage, focus, headingFit, lists, rank }: ScoredSection): boolean {
  if (coverage < ANSWERS) return false
  if (rank === 0 && coverage >= FIRST) return true
  if (headingFit >= NAMES && coverage >= COVERS) return true
  return focus >= SAYS_ALL || focus + headingFit / 2 >= (lists ? LISTS : SAYS)
}

/**
 * False for a section that only mentions the words of the question, on a page that the retriever did not find first:
 * there the heading has to be about it, or one sentence has to say it alone.
 */
function isTrusted({ measure }: Question, { rank, headingFit, coverage, units }: ScoredSection): boolean {
  if (rank === 0 || (headingFit >= NAMES && coverage >= TRUSTED)) return true
  return measure === undefined && units.some((unit) => unit.kind !== 'code' && unit.score >= SAYS_ALL)
}

/** Tells whether a section has every name of the question that any section has: it is what the question is about. */
function namesIn(
  { names, product }: Question,
  scored: readonly ScoredSection[],
): (each: ScoredSection) => boolean {
  const found = [...names].filter(
    (name) => !product.has(name) && scored.some((section) => section.terms.has(name)),
  )
  return ({ terms }) => found.every((name) => terms.has(name))
}

/** The best section, and what is as much about the question and says something else; the beginning of a page first. */
function bestSections(sections: readonly ScoredSection[]): ScoredSection[] {
  const [best] = sections as [ScoredSection]
  // What a thing is, is said once.
  if (best.units.some((unit) => unit.isDefinition)) return [best]
  const near = sections.slice(1).filter((each) => each.score >= best.score * NEAR)
  const lead = near.find((each) => isLeadOf(each, best) && hasCode(each))
  if (lead !== undefined && best.headingFit < 1) return [lead, best]
  const other = near.find(
    (each) =>
      each.coverage >= best.coverage &&
      each.headingFit >= ABOUT &&
      !isSameTopic(best, each) &&
      !isLeadOf(each, best),
  )
  return other === undefined ? [best] : [best, other]
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
  if (best === undefined || best.coverage < ABOUT) return undefined
  const copies = sections.filter((each) => isSameTopic(best, each))
  const isCopied = copies.length >= 3 && copies.length >= 0.5 * sections.length
  if (!isCopied && (!wantsCode || hasCode(best))) return undefined
  const near = sections.filter((each) => each.score >= 0.8 * best.score)
  return (near.sort((a, b) => b.titleFit - a.titleFit)[0] ?? best).passage.path
}

/** True for the beginning of a page of which a part is quoted: it tells what the page is about, and that is known. */
function isLeadOf(lead: ScoredSection, part: ScoredSection): boolean {
  const isLead = lead.passage.headings.length <= 1 || lead.passage.title.startsWith(lead.heading)
  return lead !== part && isLead && lead.passage.path === part.passage.path
}

/** The same heading on pages of the same title: copies for other versions or products. */
function isSameTopic(one: ScoredSection, other: ScoredSection): boolean {
  return one.heading === other.heading && one.passage.title === other.passage.title
}

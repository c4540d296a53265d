import { type AskedWords, countBits } from './asked-words.ts'
import { defines } from './quote-section.ts'
import type { Question, Side } from './read-question.ts'
import { type ScoredSection, scoreSections } from './score-sections.ts'

/** Sections that come into question for a side. */
const CANDIDATES = 4

/**
 * A section for each side of a question that compares: of those that are about it, the two that are most alike
 * otherwise; one that speaks of both in a sentence goes first. [] when a side has none.
 */
export function comparedSections(
  question: Question,
  asked: AskedWords,
  sections: readonly ScoredSection[],
): ScoredSection[] {
  const { sides } = question
  if (sides.length === 0) return []
  const bits = sides.map((side) => asked.bitsOf(side.terms))
  const both = sections.find(({ units }) =>
    units.some(({ kind, said }) => kind !== 'code' && bits.every((side) => holds(said, side))),
  )
  const [first = [], second = []] = sides.map((side, index) => {
    const own = bits[index] ?? 0
    const foreign = bits[1 - index] ?? 0
    const alone = about(side, question)
    return scoreSections(alone, asked, sections)
      .scored.filter((section) => section.units.length > 0 && holds(section.all.said, own))
      .map((section) => ({ section, score: aboutness(section, alone, own, foreign) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, CANDIDATES)
  })
  const pairs = first.flatMap((one) =>
    second
      .filter((other) => !isSame(one.section, other.section))
      .map((other) => ({
        sections: [one.section, other.section],
        score: one.score + other.score + likeness(one.section, other.section, sides),
      })),
  )
  const pair = pairs.toSorted((a, b) => b.score - a.score)[0]?.sections ?? []
  if (both === undefined) return pair
  // The best section speaks of both, and what there is of each alone is about something else.
  if (both === sections[0] && !areParallel(pair, question)) return [both]
  return pair.some((section) => isSame(section, both) || section.heading === both.heading)
    ? pair
    : [both, ...pair]
}

/** True when words hold at least half of what only one side has. */
export function holds(said: number, side: number): boolean {
  return side !== 0 && countBits(said & side) >= 0.5 * countBits(side)
}

/** The question for one side alone. */
function about(side: Side, question: Question): Question {
  const others = new Set(question.sides.flatMap((each) => (each === side ? [] : [...each.terms])))
  const weights = new Map(
    [...question.weights].map(([term, weight]) => [term, others.has(term) ? 0 : weight] as const),
  )
  return { ...question, weights, defines: side.text, sides: [] }
}

/** How much a section is about one side: it defines it, has it in its heading, and not the other one. */
function aboutness(section: ScoredSection, alone: Question, own: number, foreign: number): number {
  const length = Math.max(1, Math.sqrt(section.own.terms.size))
  const inHeading = (side: number) =>
    countBits(section.own.said & side) / Math.max(1, countBits(side)) / length
  const isDefined = section.units.some((unit) => defines(unit, alone))
  return 2 * inHeading(own) - inHeading(foreign) + (isDefined ? 1 : 0) + 0.3 * section.score
}

function areParallel([one, other]: readonly ScoredSection[], question: Question): boolean {
  if (one === undefined || other === undefined) return false
  const [first, second] = question.sides
  const isDefined = [one, other].every(({ units }, index) => {
    const side = index === 0 ? first : second
    return side !== undefined && units.some((unit) => defines(unit, { ...question, defines: side.text }))
  })
  return isDefined || likeness(one, other, question.sides) >= 0.5
}

function isSame(one: ScoredSection, other: ScoredSection): boolean {
  return one.passage === other.passage && one.heading === other.heading
}

/** How alike two sections are but for what is compared: pages of one kind, in one folder. */
function likeness(one: ScoredSection, other: ScoredSection, sides: readonly Side[]): number {
  const rest = ({ own }: ScoredSection) =>
    new Set([...own.terms].filter((term) => !sides.some((side) => side.terms.has(term))))
  const [a, b] = [rest(one), rest(other)]
  const shared = [...a].filter((term) => b.has(term)).length
  const all = a.size + b.size - shared
  return (all === 0 ? 0 : (0.8 * shared) / all) + (folderOf(one) === folderOf(other) ? 0.2 : 0)
}

function folderOf({ passage }: ScoredSection): string {
  return passage.path.slice(0, passage.path.lastIndexOf('/'))
}

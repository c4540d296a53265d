import { isOutput, passageSections, type Unit } from '../text/passage-units.ts'
import { termSet } from '../text/terms.ts'
import { withoutResidue } from '../text/without-residue.ts'
import type { QuotedPassage } from './read-passages.ts'
import type { Question } from './read-question.ts'

/** A part of a passage under one heading, with its words. */
export interface PreparedSection {
  passage: QuotedPassage
  /** Place of the passage, or of the first of its page: a page that was read is worth what was found of it. */
  rank: number
  heading: string
  headingTerms: ReadonlySet<string>
  /** Words of its headings, title and path. */
  around: ReadonlySet<string>
  units: readonly (Unit & { index: number; terms: ReadonlySet<string> })[]
  terms: ReadonlySet<string>
  /** Of them, those that stand in more than the data of an example. */
  saidTerms: ReadonlySet<string>
}

/** Every section of some passages once: of one that a page has again, the longer text under the passage that was found first. */
export function sectionsOf(
  passages: readonly QuotedPassage[],
  { language, whole }: Pick<Question, 'language' | 'whole'>,
): PreparedSection[] {
  const wordsOf = (text: string): Set<string> =>
    new Set([...termSet(text, language), ...whole.filter((name) => text.includes(name))])
  const sections = new Map<string, PreparedSection>()
  for (const passage of passages) {
    const rank = passages.findIndex((other) => other.path === passage.path)
    for (const { heading, units } of passageSections(withoutResidue(passage.text))) {
      const own = heading ?? passage.headings.at(-1) ?? passage.title
      const key = JSON.stringify([passage.path, own.replace(/[*_`]/g, ''), units[0]?.text])
      const known = sections.get(key)
      if (known !== undefined && known.units.length >= units.length) continue
      const context = [passage.title, ...passage.headings, own, pathWords(passage.path)].join(' ')
      const around = wordsOf(context)
      const read = units.map((unit, index) => ({ ...unit, index, terms: wordsOf(unit.text) }))
      sections.set(key, {
        passage: known?.passage ?? passage,
        rank,
        heading: own,
        headingTerms: wordsOf(own),
        around,
        units: read,
        terms: new Set([...around, ...read.flatMap((unit) => [...unit.terms])]),
        saidTerms: new Set([
          ...around,
          ...read.filter((unit) => !isSample(unit)).flatMap((unit) => [...unit.terms]),
        ]),
      })
    }
  }
  return [...sections.values()]
}

/** Output and JSON say what somebody could have written, not what is so. */
function isSample(unit: Unit): boolean {
  return isOutput(unit) || (unit.kind === 'code' && /^\s*(?:```+|~~~+)\s*json/i.test(unit.text))
}

function pathWords(path: string): string {
  return path.replace(/[/._-]+/g, ' ')
}

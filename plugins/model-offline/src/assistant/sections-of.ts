import { isOutput, passageSections, type Unit } from '../text/passage-units.ts'
import { withoutResidue } from '../text/without-residue.ts'
import type { AskedWords, HeadingReading, Reading } from './asked-words.ts'
import type { QuotedPassage } from './read-passages.ts'

export interface ReadUnit extends Unit, Reading {
  /** Place in the section, from 0. */
  index: number
  /** Output, JSON and links say what somebody could have written, or where to read on; not what is so. */
  isSample: boolean
}

/** A part of a passage under one heading, which is what answers, as the question's words see it. */
export interface Section {
  passage: QuotedPassage
  /** Place of the passage among all that was found, from 0: that of its page's first for a page that was read. */
  place: number
  /** Its own heading; the page's title where it has none. */
  heading: string
  /** True for the beginning of a page. */
  isLead: boolean
  own: HeadingReading
  title: HeadingReading
  /** The headings between them, and the path of the page. */
  around: Reading
  units: readonly ReadUnit[]
}

/** Every section of some passages once: of one that a page has again, the longer text under the passage that was found first. */
export function sectionsOf(passages: readonly QuotedPassage[], asked: AskedWords): Section[] {
  const sections: Section[] = []
  const byHeading = new Map<string, Section[]>()
  for (const [index, passage] of passages.entries()) {
    const place =
      passage.headings.length > 1 ? index : passages.findIndex(({ path }) => path === passage.path)
    const title = asked.readHeading(passage.title)
    const path = words(passage.path)
    for (const { heading, units } of passageSections(withoutResidue(passage.text))) {
      const own = heading ?? passage.headings.at(-1) ?? passage.title
      const key = `${passage.path}\n${normal(own)}`
      const alike = byHeading.get(key) ?? []
      const known = alike.find((other) => overlap(other.units, units))
      if (known !== undefined && known.units.length >= units.length) continue
      const isLead = passage.headings.length <= 1 && (heading === undefined || heading === passage.title)
      const section: Section = {
        passage: known?.passage ?? passage,
        place: known?.place ?? place,
        heading: own,
        isLead,
        own: asked.readHeading(own.replace(SHOWS_USE, ' ')),
        title,
        around: asked.read(`${passage.headings.slice(1, -1).join(' ')} ${path}`),
        units: units.map((unit, index) => {
          const isPointer = unit.isPointer === true || (isLead && index === 0 && isContents(unit))
          return {
            ...unit,
            ...asked.read(unit.text),
            ...(isPointer && { isPointer }),
            index,
            isSample: isPointer || isOutput(unit) || isJson(unit),
          }
        }),
      }
      if (known !== undefined) sections[sections.indexOf(known)] = section
      else sections.push(section)
      byHeading.set(key, [...alike.filter((other) => other !== known), section])
    }
  }
  return sections
}

/** How a heading says that it shows how a thing is used. */
const SHOWS_USE = /\b(?:usage|use|using|examples?|quick ?start|getting started|how to|basics?)\b/gi

/** A description that lists what the page is about: `What is kept, and how to back it up.` */
function isContents({ kind, text }: Unit): boolean {
  return kind === 'sentence' && /^(?:What|How|Which|Why|Who)\b.*\.$/.test(text)
}

function isJson({ kind, text }: Unit): boolean {
  return kind === 'code' && /^\s*(?:```+|~~~+)\s*json/i.test(text)
}

function words(path: string): string {
  return path.replace(/\.html?$/, '').replace(/[/._-]+/g, ' ')
}

function overlap(one: readonly Unit[], other: readonly Unit[]): boolean {
  const [a, b] = [one[0], other[0]]
  if (a === undefined || b === undefined) return true
  return one.some((unit) => isSameText(unit, b)) || other.some((unit) => isSameText(unit, a))
}

function isSameText(one: Unit, other: Unit): boolean {
  return normal(one.text.slice(0, 80)) === normal(other.text.slice(0, 80))
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

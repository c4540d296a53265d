import { isLabel, isOutput, leadsOn } from '../text/passage-units.ts'
import { type AskedWords, share } from './asked-words.ts'
import type { Question } from './read-question.ts'
import type { ReadUnit, Section } from './sections-of.ts'

/** What is left of an answer's room. */
export interface QuoteRoom {
  /** Sentences; an item of a list takes half of one. */
  sentences: number
  /** Blocks of code, and their lines. */
  code: number
  lines: number
}

/** Share of the best group's score that another group needs. */
const NEAR = 0.5
/** What it is worth that a group has what is asked for: code, a measure, a default, a definition. */
const SHOWS = 0.25
const HAS = 0.3
const DEFINES = 0.5
/** What code is worth where nobody asks how. */
const UNASKED_CODE = 0.5
/** The label of a note, which has nothing to do with what follows the note. */
const NOTE = /^\W*(?:note|tip|info|information|warning|caution|danger|important|hint|attention)\W*$/i
/** Rows of a table that is quoted as a whole. */
const MOST_ROWS = 8
/** Share of the best row's score that another row needs. */
const NEAR_ROW = 0.6

/** Units that are nothing without each other. */
interface Group {
  units: readonly ReadUnit[]
  /** Place in the section. */
  index: number
  /** What stands above it, such as the title of a tab. */
  label: ReadUnit | undefined
  score: number
}

/** What a section has to say to a question, in its order: whole paragraphs and lists with the code that belongs to them. */
export function quoteSection(
  question: Question,
  asked: AskedWords,
  section: Section,
  weights: readonly number[],
  room: QuoteRoom,
  taken: Set<string>,
): ReadUnit[] {
  const chosen = new Set<ReadUnit>()
  const take = ({ units, label }: Group): void => {
    const fit = fitting(units, weights, room.sentences)
    // Some steps of several would mislead.
    if (fit.length < units.length && chosen.size > 0 && units.some(isStep)) return
    for (const unit of fit) {
      const text = normal(unit.text)
      if (taken.has(text) || !fits(unit, room)) continue
      taken.add(text)
      chosen.add(unit)
      if (label !== undefined) chosen.add(label)
      if (isCode(unit)) {
        room.code--
        room.lines -= unit.text.split('\n').length
      } else room.sentences -= costOf(unit)
    }
  }
  const order = groupsOf(section.units.filter(isWorthReading), question, weights).toSorted(
    (a, b) => b.score - a.score || a.index - b.index,
  )
  const best = order[0]?.score ?? 0
  for (const group of order) {
    if (room.sentences < 1) break
    if (chosen.size === 0 || group.score >= NEAR * best || isOpening(group)) take(group)
  }
  // Asks how: then it is shown, by what says most of the question.
  const shown = order.find(({ units, score }) => score > 0 && units.some(isCode))
  if (question.wantsCode && shown !== undefined && ![...chosen].some(isCode)) {
    room.sentences = Math.max(room.sentences, 1)
    const at = shown.units.findIndex(isCode)
    take({ ...shown, units: shown.units.slice(Math.max(0, at - 1), at + 1) })
  }
  return section.units
    .filter((unit) => chosen.has(unit) && isWhole(unit, section.units, chosen))
    .map((unit) => (unit.kind === 'table' ? { ...unit, text: shortTable(unit.text, asked, weights) } : unit))
}

/** Sentences of one paragraph, items of one list, and what belongs to the code or the list behind it. */
function groupsOf(units: readonly ReadUnit[], question: Question, weights: readonly number[]): Group[] {
  const groups: { units: ReadUnit[]; label: ReadUnit | undefined }[] = []
  let label: ReadUnit | undefined
  for (const unit of units) {
    const last = groups.at(-1)
    const before = last?.units.at(-1)
    if (isLabel(unit.text)) label = unit
    else if (before !== undefined && last?.label === label && belongs(unit, before, question))
      last?.units.push(unit)
    else {
      // What follows a note is not the note.
      if (label !== undefined && NOTE.test(label.text) && last?.label === label) label = undefined
      groups.push({ units: [unit], label })
    }
  }
  const isNamed = ({ label }: Pick<Group, 'label'>) => label !== undefined && share(label, weights) > 0
  const isPart = groups.some(isNamed)
  return groups.map((group, index) => {
    // Of parts for one system or tool each, the one that the question names.
    const isOther = isPart && group.label !== undefined && !isNamed(group)
    const own = scoreOf(group.units, question, weights) + (isNamed(group) ? HAS : 0)
    // What one side of a comparison is stands first.
    const opens = index === 0 && question.sides.length > 0 ? DEFINES : 0
    return { ...group, index, score: isOther ? 0 : own + opens }
  })
}

function belongs(unit: ReadUnit, before: ReadUnit, { wantsCode }: Question): boolean {
  if (before.block === unit.block || leadsOn(before.text)) return true
  return wantsCode && isCode(unit) && !isCode(before)
}

function isOpening({ index, label, score }: Group): boolean {
  return index === 0 && label === undefined && score >= 0
}

function scoreOf(units: readonly ReadUnit[], question: Question, weights: readonly number[]): number {
  const { wantsCode, wantsDefault, wantsList, measure } = question
  const prose = units.filter(({ kind }) => kind !== 'code')
  const has = (test: (unit: ReadUnit) => boolean) => prose.some((unit) => unit.meant !== 0 && test(unit))
  const worth = Math.max(
    0,
    ...units.map((unit) => share(unit, weights) * (unit.kind === 'code' && !wantsCode ? UNASKED_CODE : 1)),
  )
  return (
    worth +
    (wantsCode && units.some(isCode) ? SHOWS : 0) +
    (wantsList && units.some(({ kind }) => kind === 'item' || kind === 'table') ? SHOWS : 0) +
    (measure !== undefined && has(({ text }) => measure.test(text)) ? HAS : 0) +
    (wantsDefault && prose.some(({ text }) => /default/i.test(text)) ? HAS : 0) +
    (has((unit) => defines(unit, question)) ? DEFINES : 0)
  )
}

/** True for a sentence that says what it is that is asked for: `A key is …`, `Like a map, a key is …`. */
export function defines(
  { kind, text }: Pick<ReadUnit, 'kind' | 'text'>,
  { defines: what }: Question,
): boolean {
  if (what === undefined || kind === 'code') return false
  const name = what
    .toLowerCase()
    .replace(/[*_`]/g, '')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    `^(?:[^,.]{0,80}, )?(?:an? |the |eine? |der |die |das |une? |la |le |el )?${name}s? (?:is|are|means|lets|gives|ist|sind|est|sont|es|son)\\b`,
  ).test(text.toLowerCase().replace(/[*_`]/g, ''))
}

/** All of a group that fits; else the neighbours in a paragraph that say most, or the items of a list that do. */
function fitting(units: readonly ReadUnit[], weights: readonly number[], room: number): readonly ReadUnit[] {
  const cost = (some: readonly ReadUnit[]) => some.reduce((sum, unit) => sum + costOf(unit), 0)
  if (cost(units) <= room) return units
  const score = (unit: ReadUnit) => share(unit, weights)
  if (units.some(({ kind }) => kind === 'item') && !units.some(isStep)) {
    const order = units.toSorted(
      (a, b) => Number(a.kind === 'item') - Number(b.kind === 'item') || score(b) - score(a),
    )
    return order.slice(0, longest(order, room, cost))
  }
  const starts = units.map((_, at) => units.slice(at, at + longest(units.slice(at), room, cost)))
  const sum = (some: readonly ReadUnit[]) => some.reduce((total, unit) => total + score(unit), 0)
  return starts.reduce((best, some) => (sum(some) > sum(best) ? some : best), starts[0] ?? [])
}

function longest(
  units: readonly ReadUnit[],
  room: number,
  cost: (some: readonly ReadUnit[]) => number,
): number {
  let length = 0
  while (length < units.length && cost(units.slice(0, length + 1)) <= room) length++
  return length
}

/** A link is nothing to quote, but as a step. */
function isWorthReading(unit: ReadUnit): boolean {
  return unit.isPointer !== true || isStep(unit)
}

function fits(unit: ReadUnit, room: QuoteRoom): boolean {
  return unit.kind === 'code' ? room.code > 0 && room.lines > 0 : room.sentences >= costOf(unit)
}

function costOf({ kind }: ReadUnit): number {
  return kind === 'code' ? 0 : kind === 'item' ? 0.5 : 1
}

/** Output shows nobody how. */
function isCode(unit: ReadUnit): boolean {
  return unit.kind === 'code' && !isOutput(unit)
}

/** False for a sentence that leads to code or a list which is not quoted. */
function isWhole(unit: ReadUnit, units: readonly ReadUnit[], chosen: ReadonlySet<ReadUnit>): boolean {
  if (isLabel(unit.text)) return true
  if (unit.kind !== 'sentence' || !leadsOn(unit.text)) return true
  const next = units[unit.index + 1]
  return next !== undefined && chosen.has(next)
}

function isStep({ kind, text }: ReadUnit): boolean {
  return kind === 'item' && /^\d/.test(text)
}

/** A long table with the rows alone that have words of the question, if there are such. */
function shortTable(text: string, asked: AskedWords, weights: readonly number[]): string {
  const [header = '', line = '', ...rows] = text.split('\n')
  if (rows.length <= MOST_ROWS) return text
  const scored = rows.map((row, index) => ({ row, index, score: share(asked.read(row), weights) }))
  const best = Math.max(...scored.map(({ score }) => score))
  if (best === 0) return text
  const near = scored
    .filter(({ score }) => score >= NEAR_ROW * best)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_ROWS)
    .toSorted((a, b) => a.index - b.index)
  return [header, line, ...near.map(({ row }) => row)].join('\n')
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

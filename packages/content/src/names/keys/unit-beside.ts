import { UNITS, type Unit } from './units.ts'

const LOOKED_BACK = 160
const LOOKED_AHEAD = 80
const HEAD_LOOKED_BACK = 2_000

/** A unit by itself, as in "in seconds", `drainMs` or `ttl_seconds`: one behind a number says nothing of another number. */
const UNIT_WORD =
  /(?<!\d[ \u00A0`*_-]{0,3})(?:(?<![A-Za-z])(?:(?:[Nn]ano|[Mm]icro|[Mm]illi)?[Ss]econds?|ms|millis|secs?|[Mm]inutes?|[Hh]ours?|[Dd]ays?|[Ww]eeks?|[Bb]ytes|[Kk]ilobytes|[Mm]egabytes|[Gg]igabytes|KB|KiB|MB|MiB|GB|GiB)|(?<=[a-z])(?:Ms|MS|Millis|Milliseconds|Secs?|Seconds|Minutes|Hours|Days|Bytes|Kb|KB|Mb|MB|Gb|GB))(?![a-z])/g

/**
 * The units that the line of a number names, or the head of its column. They say what a number without a unit counts.
 */
export function unitsBeside(text: string, start: number, end: number): Unit[] {
  const [from, to] = lineAround(text, start, end)
  const line = text.slice(from, to)
  const named = unitsOf(line)
  return named.length > 0 || !isRow(line) ? named : unitsOf(headOf(text, from, start))
}

function unitsOf(text: string): Unit[] {
  const units = new Set<Unit>()
  for (const [word] of text.matchAll(UNIT_WORD)) {
    const unit = UNITS.get(word.toLowerCase())
    if (unit !== undefined) units.add(unit)
  }
  return [...units]
}

/** Looks no further than it takes: a page can be one line with a hundred thousand numbers. */
function lineAround(text: string, start: number, end: number): [number, number] {
  const first = Math.max(0, start - LOOKED_BACK)
  const last = Math.min(text.length, end + LOOKED_AHEAD)
  const stop = text.slice(end, last).indexOf('\n')
  return [first + text.slice(first, start).lastIndexOf('\n') + 1, stop === -1 ? last : end + stop]
}

export function isRow(line: string): boolean {
  return /^[ \t>]*\|/.test(line)
}

/** The cell of the first row of its table, above a place of a row. */
export function headOf(text: string, row: number, at: number): string {
  const lines = text.slice(Math.max(0, row - HEAD_LOOKED_BACK), Math.max(0, row - 1)).split('\n')
  const above = lines.findLastIndex((line) => !isRow(line))
  const column = text.slice(row, at).split('|').length - 1
  return lines[above + 1]?.split('|')[column] ?? ''
}

const VALUE_LOOKED_BACK = 40
const VALUE_BEFORE =
  /(?:[:=|(`"'[]|(?:^|[ \t>*_`])--?[a-z][\w-]*|\b(?:is|are|to|of|be|at|defaults?|value|over|above|below|under|than|least|most|for|after|every|up|max(?:imum)?|min(?:imum)?))[ \t]*[`"'*_~]*$/i

/** A number that something is set to, not one that counts pages or items. */
export function isValue(text: string, start: number): boolean {
  return VALUE_BEFORE.test(text.slice(Math.max(0, start - VALUE_LOOKED_BACK), start))
}

import { type ChunkPlace, isCode, type KindRule, next, previous } from '../kind-rule.ts'
import { optionBefore } from '../pairs/option-before.ts'
import { wordsAround } from '../pairs/words-around.ts'
import { measuredKey, numberKey, quantityOf } from '../quantity.ts'
import { UNITS } from './units.ts'

/** Bases in which configuration counts what prose says with a unit. */
const WRITTEN_IN: Readonly<Record<string, readonly number[]>> = {
  time: [1, 1_000, 60_000, 3_600_000],
  size: [1, 1e3, 1e6, 1e9],
}

/** The unit comes next, and takes the number along. */
function isCounted({ text, chunk, region }: ChunkPlace): boolean {
  if (region.kind === 'fence') return false
  const unit = /^[ \u00A0]([A-Za-z%µ]{1,14})(?![A-Za-z])/.exec(text.slice(chunk.end, chunk.end + 18))?.[1]
  const known = unit === undefined ? undefined : (UNITS.get(unit) ?? UNITS.get(unit.toLowerCase()))
  return known !== undefined && !known.isGlued
}

/** `[2]`. */
function isCitation(place: ChunkPlace): boolean {
  return place.region.kind === 'prose' && previous(place) === '[' && next(place) === ']'
}

/** Words of its sentence, for a number of prose. */
function aboutOf({ text, chunk, region }: ChunkPlace, start: number): { about?: readonly string[] } {
  if (region.kind === 'fence') return {}
  const about = wordsAround(text, start, chunk.end)
  return about.length === 0 ? {} : { about }
}

/** Prose within code. */
function isComment({ text, chunk }: ChunkPlace): boolean {
  const before = text.slice(Math.max(0, chunk.start - 120), chunk.start)
  return /(?:^|\s)(?:\/\/|#|--|\*|<!--)\s/.test(before.slice(before.lastIndexOf('\n') + 1))
}

const DEFAULTS_TO = /\bdefaults?(?: value)?(?: is| to| of|:)? `?$/i
const FIRST_YEAR = 1900
const LAST_YEAR = 2100

/** A number of prose without a unit is a claim unless it counts a few things, names a year or numbers an item. */
function isTelling(place: ChunkPlace, value: number): boolean {
  const { text, chunk } = place
  if (DEFAULTS_TO.test(text.slice(Math.max(0, chunk.start - 24), chunk.start))) return true
  if (value < 10 || (value >= FIRST_YEAR && value <= LAST_YEAR)) return false
  if (/[#/]$/.test(text.slice(0, chunk.start)) || /^[./][\w]/.test(text.slice(chunk.end, chunk.end + 2)))
    return false
  const isItem = /(?:^|\n)[ \t>]*$/.test(text.slice(Math.max(0, chunk.start - 40), chunk.start))
  return !(isItem && /^[.)]/.test(text.slice(chunk.end)))
}

/** Numbers with a unit, and numbers that are the value of an option. */
export const number: KindRule = {
  kind: 'number',
  read(place) {
    const quantity = quantityOf(place.chunk, place.before, place.text, {
      isCode: place.region.kind === 'fence' && !isComment(place),
    })
    if (quantity === undefined) return undefined
    const { value, dimension, start } = quantity
    if (dimension === undefined && (isCounted(place) || isCitation(place))) return 'allowed'
    const option = optionBefore(place, start)
    const pair = option
      ? {
          belongsTo: { text: option.text, keys: option.keys, near: true },
          ...(option.isOwn && { isOwn: true }),
        }
      : aboutOf(place, start)
    const text = place.text.slice(start, place.chunk.end)
    if (dimension !== undefined) {
      // "Two days" of prose is no claim about the product; a quantity in code or beside an option is.
      const bases = WRITTEN_IN[dimension] ?? [1]
      const keys = [`${dimension}:${value}`, ...bases.map((base) => numberKey(value / base))]
      return { text, start, keys, ...pair }
    }
    if (option === undefined && !place.isWholeSpan) {
      const begins = place.region.kind === 'span' && place.region.start === start
      if (isCode(place) && !begins) return 'allowed'
      if (!isTelling(place, value)) return undefined
    }
    return { text, keys: [numberKey(value), measuredKey(value)], ...pair }
  },
}

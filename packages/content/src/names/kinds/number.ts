import { type ChunkPlace, isCode, type KindRule, next, previous } from '../kind-rule.ts'
import { optionBefore } from '../pairs/option-before.ts'
import { numberKey, quantityOf } from '../quantity.ts'
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

/** Numbers with a unit, and numbers that are the value of an option. */
export const number: KindRule = {
  kind: 'number',
  read(place) {
    const quantity = quantityOf(place.chunk, place.before, place.text, {
      isCode: place.region.kind === 'fence',
    })
    if (quantity === undefined) return undefined
    const { value, dimension, start } = quantity
    if (dimension === undefined && (isCounted(place) || isCitation(place))) return 'allowed'
    const option = optionBefore(place, start)
    const pair = option && { belongsTo: { text: option.text, keys: option.keys, near: true } }
    const text = place.text.slice(start, place.chunk.end)
    if (dimension !== undefined) {
      // "Two days" of prose is no claim about the product; a quantity in code or beside an option is.
      const bases = WRITTEN_IN[dimension] ?? [1]
      const keys = [`${dimension}:${value}`, ...bases.map((base) => numberKey(value / base))]
      return { text, start, keys, ...pair }
    }
    if (option === undefined && !place.isWholeSpan) return isCode(place) ? 'allowed' : undefined
    return { text, keys: [numberKey(value)], ...pair }
  },
}

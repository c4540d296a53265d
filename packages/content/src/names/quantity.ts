import type { Chunk } from './chunks.ts'
import { UNITS } from './kinds/units.ts'

/** `30`, `1.5`, `10_000`, `10,000` (its comma ends a chunk), and a unit behind it, as in `30s`. */
const QUANTITY = /^~?(-?\d+(?:_\d{3})*(?:\.\d+)?)-?([A-Za-z%µ]{0,12})$/

export interface Quantity {
  value: number
  /** Canonical, such as `time`, with the value in its base; undefined for a number alone. */
  dimension: string | undefined
  /** Where it begins: before the chunk when it takes two. */
  start: number
}

/** A number with the unit behind it, in one chunk or two. */
export function quantityOf(
  chunk: Chunk,
  before: Chunk | undefined,
  text: string,
  { isCode = false } = {},
): Quantity | undefined {
  const alone = QUANTITY.exec(chunk.text)
  if (alone !== null) {
    const [, digits = '', unit = ''] = alone
    const value = Number(digits.replaceAll('_', ''))
    if (unit === '') return { value, dimension: undefined, start: chunk.start }
    const known = UNITS.get(unit) ?? UNITS.get(unit.toLowerCase())
    if (known === undefined) return undefined
    return { value: value * known.factor, dimension: known.dimension, start: chunk.start }
  }
  // In code the next word is another argument.
  if (isCode) return undefined
  const known = UNITS.get(chunk.text) ?? UNITS.get(chunk.text.toLowerCase())
  if (known === undefined || known.isGlued || before === undefined) return undefined
  const between = text.slice(before.end, chunk.start)
  if (!/^[ \u00A0`*_-]{1,4}$/.test(between)) return undefined
  const number = QUANTITY.exec(before.text)
  if (number === null || number[2] !== '') return undefined
  const value = Number((number[1] ?? '').replaceAll('_', ''))
  return { value: value * known.factor, dimension: known.dimension, start: before.start }
}

/** The keys of a quantity: with its dimension, and of a number alone. */
export function* quantityKeys(chunk: Chunk, before: Chunk | undefined, text: string): Generator<string> {
  const quantity = quantityOf(chunk, before, text)
  if (quantity === undefined) return
  const { value, dimension } = quantity
  if (dimension !== undefined) yield `${dimension}:${value}`
  else yield isMeasured(chunk, text) ? measuredKey(value) : numberKey(value)
}

/** What is measured in another unit is another quantity; what is counted may be called otherwise. */
const MEASURES: ReadonlySet<string> = new Set(['time', 'months', 'size', 'percent', 'hertz'])
const UNIT_BEHIND = /^[ \u00A0`*_-]{1,4}([A-Za-z%µ]{1,14})(?![A-Za-z])/

/** The number of "30 seconds": its unit comes next. */
function isMeasured(chunk: Chunk, text: string): boolean {
  const unit = UNIT_BEHIND.exec(text.slice(chunk.end, chunk.end + 20))?.[1]
  const known = unit === undefined ? undefined : (UNITS.get(unit) ?? UNITS.get(unit.toLowerCase()))
  return known !== undefined && !known.isGlued && MEASURES.has(known.dimension)
}

export function numberKey(value: number): string {
  return `number:${value}`
}

/** Of a number with a unit behind it: it proves the same number without a unit, and none with another unit. */
export function measuredKey(value: number): string {
  return `measured:${value}`
}

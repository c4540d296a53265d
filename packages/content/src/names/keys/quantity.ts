import type { Chunk } from '../text/chunks.ts'
import { isValue, unitsBeside } from './unit-beside.ts'
import { UNITS, type Unit } from './units.ts'

/** `30`, `1.5`, `10_000`, `10,000` (its comma ends a chunk), and a unit behind it, as in `30s`. */
const QUANTITY = /^~?(-?\d+(?:_\d{3})*(?:\.\d+)?)-?([A-Za-z%µ]{0,12}(?:\/s(?:ec(?:ond)?)?)?)$/
/** A rate is known by what it counts: "10 MB/s" is "10 MB per second". */
const PER_SECOND = /(?<=[A-Za-z])\/s(?:ec(?:ond)?)?$/

const WRITTEN_OUT =
  /^(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|bytes|kilobytes|megabytes|gigabytes|percent)$/

export interface Quantity {
  value: number
  /** Canonical, such as `time`, with the value in its base; undefined for a number alone. */
  dimension: string | undefined
  /** Of the unit that is written. */
  factor?: number
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
    const known = unitNamed(unit)
    if (known === undefined) return undefined
    return {
      value: value * known.factor,
      dimension: known.dimension,
      factor: known.factor,
      start: chunk.start,
    }
  }
  const sum = compoundTime(chunk.text)
  if (sum !== undefined) return { value: sum, dimension: 'time', start: chunk.start }
  if (before === undefined || before.isWord) return undefined
  // In code the next word is another argument, unless both are one string, or it is written out as in a text.
  const isText = !isCode || WRITTEN_OUT.test(chunk.text) || isString(text, before.start, chunk.end)
  if (!isText) return undefined
  const known = unitNamed(chunk.text)
  if (known === undefined || known.isGlued) return undefined
  const between = text.slice(before.end, chunk.start)
  if (!/^[ \u00A0`*_-]{1,4}$/.test(between)) return undefined
  const number = QUANTITY.exec(before.text)
  if (number === null || number[2] !== '') return undefined
  const value = Number((number[1] ?? '').replaceAll('_', ''))
  return {
    value: value * known.factor,
    dimension: known.dimension,
    factor: known.factor,
    start: before.start,
  }
}

const COMPOUND = /^(?:\d{1,15}(?:\.\d{1,9})?(?:[num\u00b5]?s|[mhdw])){2,6}$/

/** `1h30m` and `30m0s`, in ms: https://pkg.go.dev/time#Duration.String. */
function compoundTime(text: string): number | undefined {
  if (!COMPOUND.test(text)) return undefined
  return [...text.matchAll(/(\d{1,15}(?:\.\d{1,9})?)([a-z\u00b5]{1,2})/g)].reduce(
    (sum, [, digits, unit = '']) => sum + Number(digits) * (unitNamed(unit)?.factor ?? 0),
    0,
  )
}

function isString(text: string, start: number, end: number): boolean {
  const quote = text[start - 1] ?? ''
  return /["'`]/.test(quote) && text[end] === quote
}

/** False for what cannot be one, nor its number: most names. */
export function mayBeQuantity({ text }: Chunk): boolean {
  return /^~?-?\d/.test(text)
}

/** The keys of a quantity: with its dimension, and of a number alone. */
export function* quantityKeys(chunk: Chunk, before: Chunk | undefined, text: string): Generator<string> {
  const range = rangeOf(chunk, text)
  if (range !== undefined) {
    for (const { value, unit } of range) {
      yield numberKey(value)
      if (unit) yield quantityKey(value, unit)
    }
    yield lowKey(range[0].value)
    return
  }
  const quantity = quantityOf(chunk, before, text)
  if (quantity === undefined) return
  const { value, dimension } = quantity
  if (dimension !== undefined) yield `${dimension}:${value}`
  else if (isMeasured(chunk, text)) {
    yield measuredKey(value)
    yield lowKey(value)
  } else {
    yield numberKey(value)
    if (UP_TO.test(text.slice(chunk.end, chunk.end + 8))) yield lowKey(value)
    const units = unitsBeside(text, chunk.start, chunk.end)
    if (units.length > 0) for (const unit of units) yield quantityKey(value, unit)
    else if (isValue(text, chunk.start)) yield unitlessKey(value)
  }
}

/** Two ends in words, or with a dash that is no part of a name. */
const UP_TO = /^[ \u00A0]?(?:to|and|bis|à|[\u2010-\u2015-])[ \u00A0]?~?\d/

/** `2-6`, whose unit stands behind it or comes next. */
const RANGE = /^~?(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)([A-Za-z%µ]{0,12})$/

/** Both ends of a range, with its unit if it has one. */
export function rangeOf(chunk: Chunk, text: string): readonly [Bound, Bound] | undefined {
  if (!chunk.text.includes('-')) return undefined
  const found = RANGE.exec(chunk.text)
  if (found === null) return undefined
  const [, low = '', high = '', glued = ''] = found
  const unit = glued === '' ? unitBehind(chunk, text) : unitNamed(glued)
  return [
    { value: Number(low), unit },
    { value: Number(high), unit },
  ]
}

export interface Bound {
  value: number
  unit: Unit | undefined
}

/** What is measured in another unit is another quantity; what is counted may be called otherwise. */
const MEASURES: ReadonlySet<string> = new Set(['time', 'months', 'size', 'percent', 'hertz'])
const UNIT_BEHIND = /^[ \u00A0`*_-]{1,4}([A-Za-z%µ]{1,14}(?:\/s(?:ec(?:ond)?)?)?)(?![A-Za-z])/

/** The number of "30 seconds": its unit comes next. */
function isMeasured(chunk: Chunk, text: string): boolean {
  const unit = unitBehind(chunk, text)
  return unit !== undefined && MEASURES.has(unit.dimension)
}

/** The unit that is the next word behind a number. */
export function unitBehind(chunk: Chunk, text: string): Unit | undefined {
  const word = UNIT_BEHIND.exec(text.slice(chunk.end, chunk.end + 20))?.[1]
  const unit = word === undefined ? undefined : unitNamed(word)
  return unit?.isGlued ? undefined : unit
}

function unitNamed(word: string): Unit | undefined {
  const unit = word.replace(PER_SECOND, '')
  return UNITS.get(unit) ?? UNITS.get(unit.toLowerCase())
}

export function quantityKey(value: number, { dimension, factor }: Unit): string {
  return `${dimension}:${value * factor}`
}

export function numberKey(value: number): string {
  return `number:${value}`
}

/** Of a number with a unit behind it: it proves the same number without a unit, and none with another unit. */
export function measuredKey(value: number): string {
  return `measured:${value}`
}

/** Of the lower end of a range: its unit may stand behind the upper end alone. */
export function lowKey(value: number): string {
  return `low:${value}`
}

/** Of a number that something is set to, in a unit that its text does not name. */
export function unitlessKey(value: number): string {
  return `unitless:${value}`
}

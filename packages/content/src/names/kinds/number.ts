import { STATUS_CODES } from 'node:http'
import { defaultKey } from '../keys/defaults.ts'
import { type ChunkPlace, isCode, type KindRule, next, previous, type Reading } from '../keys/kind-rule.ts'
import {
  type Bound,
  lowKey,
  measuredKey,
  numberKey,
  type Quantity,
  quantityKey,
  quantityOf,
  rangeOf,
  unitBehind,
  unitlessKey,
} from '../keys/quantity.ts'
import { headOf, isRow } from '../keys/unit-beside.ts'
import { isChoice, sentenceBefore } from '../pairs/choice.ts'
import { type OptionBefore, optionBefore, optionBehind, optionLater } from '../pairs/option-before.ts'
import { tellingWords, wordsAround } from '../pairs/words-around.ts'

/** Bases in which configuration counts what prose says with a unit, besides that unit. */
const WRITTEN_IN: Readonly<Record<string, readonly number[]>> = {
  time: [1, 1_000],
  size: [1],
}

/** The unit comes next, and takes the number along. */
function isCounted({ text, chunk, region }: ChunkPlace): boolean {
  return region.kind !== 'fence' && unitBehind(chunk, text) !== undefined
}

/** `[2]`. */
function isCitation(place: ChunkPlace): boolean {
  return place.region.kind === 'prose' && previous(place) === '[' && next(place) === ']'
}

/** "exit code 3", "with code `1006`": another number near the same words is another code. */
const CODE = /(?:\b(exit)\w{0,3} )?(?:with |status )?code (?:is )?`?$/i

/** Words of its sentence, for a number of prose. */
function aboutOf({ text, chunk, region }: ChunkPlace, start: number): { about?: readonly string[] } {
  if (region.kind === 'fence') return {}
  const before = text.slice(Math.max(0, start - 160), start)
  const code = CODE.exec(before)
  if (code !== null) return { about: [code[1] === undefined ? 'code' : 'exit'] }
  if (isStated({ text, chunk })) {
    const clause = tellingWords(before.slice(before.search(CLAUSE)))
    if (clause.length > 0) return { about: clause.reverse() }
  }
  const about = wordsAround(text, start, chunk.end)
  return about.length === 0 ? {} : { about }
}

/** Prose within code. */
function isComment({ text, chunk }: ChunkPlace): boolean {
  const before = text.slice(Math.max(0, chunk.start - 120), chunk.start)
  return /^\s*\*\s|(?:^|\s)(?:\/\/|#|--|<!--)\s/.test(before.slice(before.lastIndexOf('\n') + 1))
}

/** `.default(10)`, `DEFAULT 10`, also with a tag before a quoted value. */
const DEFAULT_IN_CODE = /\bdefault(?:\(\s*(?:\w+(?=`))?["'`]?| )$/i

/** What code gives as a default, beside the word alone: columns and fields of an example have names of their own. */
function defaultBefore({ text, region }: ChunkPlace, start: number): OptionBefore | undefined {
  if (region.kind === 'prose') return undefined
  const word = DEFAULT_IN_CODE.exec(text.slice(Math.max(region.start, start - 32), start))?.[0].slice(0, 7)
  return word === undefined ? undefined : { text: word, keys: [word] }
}

const FIRST_YEAR = 1900
const LAST_YEAR = 2100

/** The last clause of what stands before a number. */
const CLAUSE = /(?:^|[.,;:] |\n)[^.,;:\n]{0,160}$/
/** "the level is 9." */
function isStated({ text, chunk }: Pick<ChunkPlace, 'text' | 'chunk'>): boolean {
  return (
    /[a-z]{3} (?:is|are) `?$/.test(text.slice(Math.max(0, chunk.start - 12), chunk.start)) &&
    /^`?(?:[.,;:)]?(?:\s|$)| (?:for|by|unless|but|if)\b)/.test(text.slice(chunk.end, chunk.end + 8))
  )
}

/** A number of prose without a unit is a claim unless it counts a few things, names a year or numbers an item. */
function isTelling(place: ChunkPlace, value: number): boolean {
  const { text, chunk } = place
  if (place.defaults.has(chunk.start) || !Number.isInteger(value)) return true
  if (/\bcode (?:is )?`?$/.test(text.slice(Math.max(0, chunk.start - 12), chunk.start))) return true
  if (/^ means?\b/.test(text.slice(chunk.end, chunk.end + 8))) return true
  if (isStated(place)) return true
  if (value < 10) return false
  const isYear = value >= FIRST_YEAR && value <= LAST_YEAR
  if (isYear && !/^ [a-z]{2,20}s\b/.test(text.slice(chunk.end, chunk.end + 24))) return false
  if (/[#/]/.test(previous(place)) || /^[./][\w]/.test(text.slice(chunk.end, chunk.end + 2))) return false
  const isItem = /(?:^|\n)[ \t>]*$/.test(text.slice(Math.max(0, chunk.start - 40), chunk.start))
  return !(isItem && /^[.)]/.test(text.slice(chunk.end)))
}

/** A number without a unit proves it where it is a value: a measured one in any unit, a counted one as it stands. */
function keysOf(dimension: string, value: number, factor = 1): string[] {
  const bases = WRITTEN_IN[dimension]
  const bare = bases
    ? [...new Set([factor, ...bases])].map((base) => unitlessKey(value / base))
    : [numberKey(value)]
  return [`${dimension}:${value}`, ...bare]
}

const TELLS = /\b(?:defaults?|maximum|minimum|limits?)\b/i
const COMMENT_BEHIND = /^[^\n]{0,60}?(?:#|\/\/|--|<!--)([^\n]{0,80})/
/** "`limit: -1` means to retry". */
const MEANS = /^`\)?,? (?:means?|is|are|disables?|turns?|keeps?|makes?|removes?|stands?)\b/

/** Whether the text calls it a default: what code itself gives as one is its own. */
function isSaidDefault(place: ChunkPlace, start: number): boolean {
  const { text, chunk, region, defaults } = place
  if (!defaults.has(start) || (region.kind === 'span' && /default/i.test(text.slice(region.start, start))))
    return false
  return region.kind !== 'fence' || isComment(place) || TELLS.test(commentBehind(text, chunk.end))
}

function commentBehind(text: string, end: number): string {
  return COMMENT_BEHIND.exec(text.slice(end, end + 144))?.[1] ?? ''
}

/** A value that code gives to its option: another one may be as right, unless the text calls it a default or a limit. */
function isProposed(place: ChunkPlace, start: number): boolean {
  const { text, chunk, region } = place
  if (region.kind !== 'fence' && isInColumnOfValues(place, start)) return true
  if (region.kind === 'prose' || isComment(place)) return false
  if (region.kind === 'span')
    return (
      /[:= ]["']?$/.test(text.slice(region.start, start)) &&
      !MEANS.test(text.slice(region.end, region.end + 16))
    )
  // "It is 60 seconds by default:" states the default itself.
  const intro = sentenceBefore(text, region)
  return !TELLS.test(commentBehind(text, chunk.end)) && (!/\bdefaults?\b/i.test(intro) || /\d/.test(intro))
}

/** A cell below "Value" or "Example": what the answer sets, while others state defaults and limits. */
function isInColumnOfValues({ text }: ChunkPlace, start: number): boolean {
  const row = text.lastIndexOf('\n', start - 1) + 1
  if (start - row > 300 || !isRow(text.slice(row, start))) return false
  return /^\s*(?:\w+ )?(?:values?|settings?|examples?)\s*$/i.test(headOf(text, row, start))
}

const SAID_WITH_UNIT = /^\d+(?:\.\d+)?[ \u00A0]?(?:[KMG]i?B|seconds?|minutes?|hours?|days?)$/

/** "20 MB" of `length: 20_000_000`; sizes also by 1,024. */
function isWrittenOut(
  { value, dimension = '', factor = 1 }: Quantity,
  numbers: ReadonlySet<string>,
): boolean {
  const counts = (WRITTEN_IN[dimension] ?? []).map((base) => value / base)
  if (dimension === 'size') counts.push((value / factor) * 1_024 ** (Math.log10(factor) / 3))
  return counts.some(
    (count) => numbers.has(String(count)) || numbers.has(count.toLocaleString('en').replaceAll(',', '_')),
  )
}

const IS = /` (?:is|are|of) `?$/
/** What code proposes and the text says again, as in "`--id 7`, where 7 is the id". */
function isRepeated({ text, chunk, region, isWholeSpan, own }: ChunkPlace, quantity: Quantity): boolean {
  const { start } = quantity
  const number = /^[\w.]+/.exec(text.slice(start, chunk.end))?.[0] ?? ''
  if (region.kind !== 'prose' && !isWholeSpan) return false
  const isWithUnit = SAID_WITH_UNIT.test(text.slice(start, chunk.end))
  if (!own.numbers.has(number) && !(isWithUnit && isWrittenOut(quantity, own.numbers))) return false
  const before = text.slice(Math.max(0, start - 80), start)
  const sentence = before.slice(before.lastIndexOf('. ') + 1)
  return !IS.test(before) && !TELLS.test(sentence + text.slice(start, chunk.end + 40))
}

/** "a `BadRequestException`, so it is 400": HTTP has its numbers for everybody. */
function isOfHttp({ text, chunk }: ChunkPlace, value: number): boolean {
  const letters = (said = '') => said.toLowerCase().replace(/[^a-z]/g, '')
  const phrase = letters(STATUS_CODES[value])
  const before = text
    .slice(Math.max(0, chunk.start - 80), chunk.start)
    .split('\n')
    .at(-1)
  const [after] = text.slice(chunk.end, chunk.end + 80).split('\n')
  return phrase !== '' && letters(`${before} ${after}`).includes(phrase)
}

/** A status of HTTP that something answers with: documentation says in many words when. */
function isAnswer({ text, chunk }: ChunkPlace, value: number): boolean {
  const before = text.slice(Math.max(0, chunk.start - 60), chunk.start)
  // A row says which status it is.
  if (STATUS_CODES[value] === undefined || before.includes('|')) return false
  const around = before + text.slice(chunk.end, chunk.end + 40)
  return /\b(?:answer|repl|respon|status|HTTP|return|clients?\b)/i.test(around)
}

/** A line that a program prints, such as `[cached since 12.3s ago]`: its numbers are of one run. */
function isOfLog({ text, region: { kind, start, end } }: ChunkPlace): boolean {
  return kind === 'span' && end - start < 200 && /^\[[^\] ]{1,60} [^\]]{1,100}\]/.test(text.slice(start, end))
}

/** A value that code writes with its unit, as in `ttl: 30m`: where the documentation writes `30`, it is another. */
function isLiteral(place: ChunkPlace, start: number): boolean {
  const { text, chunk, region } = place
  if (start !== chunk.start) return false
  if (region.kind === 'fence') return !isComment(place)
  return region.kind === 'span' && /[:=][ ]?["']?$/.test(text.slice(region.start, start))
}

const UNIT = /^[^A-Za-z%µ]{1,4}[A-Za-z%µ]+/

/** The ends of "2-6 MB" may stand apart in the evidence, and the unit behind the second alone. */
function rangeReading(place: ChunkPlace, [low, high]: readonly [Bound, Bound]): Reading | undefined {
  const { unit } = high
  if (unit === undefined) return undefined
  const about = aboutOf(place, place.chunk.start)
  const top = quantityKey(high.value, unit)
  const { text, chunk } = place
  const isGlued = !/\d$/.test(chunk.text)
  const end = isGlued
    ? chunk.end
    : chunk.end + (UNIT.exec(text.slice(chunk.end, chunk.end + 20))?.[0].length ?? 0)
  return { text: text.slice(chunk.start, end), keys: [], parts: [lowKey(low.value), top], ...about }
}

/** Numbers with a unit, and numbers that are the value of an option. */
export const number: KindRule = {
  kind: 'number',
  read(place) {
    const range = rangeOf(place.chunk, place.text)
    if (range !== undefined) return rangeReading(place, range)
    const quantity = quantityOf(place.chunk, place.before, place.text, {
      isCode: place.region.kind === 'fence' && !isComment(place),
    })
    if (quantity === undefined) return undefined
    const { value, dimension, factor, start } = quantity
    if (dimension === undefined && (isCounted(place) || isCitation(place))) return 'allowed'
    if (isChoice(place, start) || isOfHttp(place, value) || isOfLog(place)) return 'allowed'
    const option =
      optionBehind(place) ?? optionBefore(place, start) ?? defaultBefore(place, start) ?? optionLater(place)
    const isCodeOf = CODE.test(place.text.slice(Math.max(0, start - 24), start))
    const pair = isAnswer(place, value)
      ? {}
      : option && !isCodeOf
        ? {
            belongsTo: { text: option.text, keys: option.keys, near: true },
            ...(option.isOwn && { ownUnless: option.keys }),
          }
        : aboutOf(place, start)
    // Beside its option as a bare number it has no unit to write.
    const bare = dimension === undefined ? [] : [unitlessKey(value / (factor ?? 1))]
    const isDefault = isSaidDefault(place, start)
    const isOwn = !isDefault && isRepeated(place, quantity)
    const isFree = isOwn || (!isDefault && isProposed(place, start))
    const free = isFree ? { freeUnless: isOwn ? [] : bare } : {}
    const asDefault = (keys: readonly string[]) =>
      isDefault ? { asDefault: keys.map((key) => defaultKey(key)) } : {}
    const text = place.text.slice(start, place.chunk.end)
    if (dimension !== undefined) {
      // "Two days" of prose is no claim about the product; a quantity in code or beside an option is.
      const keys = isLiteral(place, start) ? [`${dimension}:${value}`] : keysOf(dimension, value, factor)
      return { text, start, keys, ...pair, ...free, ...asDefault(keys) }
    }
    if (option === undefined && !place.isWholeSpan) {
      const begins =
        place.region.kind === 'span' && /^["']?$/.test(place.text.slice(place.region.start, start))
      if (isCode(place) && !begins && !isComment(place)) return 'allowed'
      if (!isTelling(place, value)) return undefined
    }
    const keys = [numberKey(value), measuredKey(value)]
    return { text, keys, ...pair, ...free, ...asDefault(keys) }
  },
}

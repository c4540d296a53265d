import type { ChunkPlace } from '../keys/kind-rule.ts'
import { plainName } from '../keys/name-keys.ts'

export interface OptionBefore {
  text: string
  keys: readonly string[]
  /** The code of the answer declares it. */
  isOwn?: boolean
}

const LOOKED_BACK = 240
/** In code: `name: `, `name = `, `--name=`, `--name ` directly before the value. */
const ASSIGNED =
  /(--?[A-Za-z][\w.-]*|[A-Za-z_$][\w.$-]*)(?:["'`]?\s{0,3}[:=]\s{0,3}|(?<=--?[A-Za-z][\w.-]{0,60})[ \t])["'`]?$/
const ANAPHORA = /\b(?:it|this|that|they|both)\b|^\s*the default\b/i
const QUOTE = /["'`]/
const SPAN = /`([^`\n]{2,80})`/g
/** `X-Request-Id`: what has a value of its own is no option. */
const HEADER = /^[A-Z][A-Za-z0-9]*(?:-[A-Z][A-Za-z0-9]*)+$/
/** `click.Abort`: what code raises or makes has no value. */
const CLASS = /\.[A-Z]\w*$/
const OPTION = /^(?:--?)?[A-Za-z_$@][\w.$:-]*$/

/** The option whose value stands at `start`: in code the left side, in prose the last code span of its sentence, in a row the first. */
export function optionBefore(
  place: Pick<ChunkPlace, 'text' | 'region' | 'declared'>,
  start: number,
): OptionBefore | undefined {
  const { text, region } = place
  if (region.kind === 'fence' || (region.kind === 'span' && region.start < start)) {
    const line = lineBefore(text, start)
    const last = line.at(QUOTE.test(line.at(-1) ?? '') ? -2 : -1) ?? ''
    const name = /[:=\s]/.test(last) ? ASSIGNED.exec(line)?.[1] : undefined
    if (name === undefined) return undefined
    return { text: name, keys: keysOf(name), isOwn: place.declared.has(name) }
  }
  const at = region.kind === 'span' ? region.start - 1 : start
  const line = lineBefore(text, at)
  const isRow = line.includes(' | ')
  const names: string[] = []
  const sentence = sentenceBefore(line)
  // "It", and nothing that is named: the sentence before says what.
  const said = !isRow && !sentence.includes('`') && ANAPHORA.test(sentence) ? line : sentence
  for (const [, code = ''] of (isRow ? line : said.replace(IN_BRACKETS, '')).matchAll(SPAN)) {
    const [name = ''] = code.trim().split(/[\s=(]/)
    if (OPTION.test(name) && !/^\d/.test(name) && !HEADER.test(name) && !CLASS.test(name)) names.push(name)
  }
  // A row is about its first name; what other cells name comes last.
  const name = isRow ? names[0] : names.at(-1)
  return name === undefined ? undefined : { text: name, keys: keysOf(name) }
}

/** Behind the value, as in "30 seconds (`health_interval`)". */
const BEHIND = /^[A-Za-z_%/ ]{0,40}`?[ \t]{0,2}\((?:the |see )?`([^`\n]{2,80})`/

/** The option that is named in brackets behind a value. */
export function optionBehind({
  text,
  chunk,
  region,
}: Pick<ChunkPlace, 'text' | 'chunk' | 'region'>): OptionBefore | undefined {
  if (region.kind === 'fence') return undefined
  const [name = ''] =
    BEHIND.exec(text.slice(chunk.end, chunk.end + 130))?.[1]
      ?.trim()
      .split(/[\s=(]/) ?? []
  return OPTION.test(name) && !/^\d/.test(name) ? { text: name, keys: keysOf(name) } : undefined
}

/** Where nothing is named before the value. */
const LATER =
  /^[\w%/ ]{0,12}`?\s?(?:[:\u2013\u2014-]|, (?:which is )?(?:the )?(?:default|value) of|,? unless you (?:set|change)) `([^`\n]{2,80})`/

/** The option that a value is given for first, as in "30 seconds: `health_interval`". */
export function optionLater({
  text,
  chunk,
  region,
}: Pick<ChunkPlace, 'text' | 'chunk' | 'region'>): OptionBefore | undefined {
  if (region.kind !== 'prose') return undefined
  const name = LATER.exec(text.slice(chunk.end, chunk.end + 150))?.[1]?.trim() ?? ''
  return NAMED.test(name) ? { text: name, keys: keysOf(name) } : undefined
}

/** No value and no word is written so. */
const NAMED = /^(?:--[a-z][\w-]+|[a-z][a-z0-9]*(?:[A-Z_.-][\w.-]*[A-Za-z0-9]))$/

/** What was said in brackets belongs to what stands before them. */
const IN_BRACKETS = /\([^()\n]{0,120}\)/g

function keysOf(name: string): string[] {
  const plain = plainName(name)
  const member = plain.split('.').at(-1) ?? plain
  return member === plain || member === '' ? [plain] : [plain, member]
}

function sentenceBefore(line: string): string {
  const end = Math.max(
    line.lastIndexOf('. '),
    line.lastIndexOf('! '),
    line.lastIndexOf('? '),
    line.lastIndexOf('。'),
  )
  return end === -1 ? line : line.slice(end + 1)
}

function lineBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - LOOKED_BACK), at)
  const line = near.slice(near.lastIndexOf('\n') + 1)
  // It begins within a code span, of which no half is a name.
  const isWithin = line.length === LOOKED_BACK && line.split('`').length % 2 === 0
  return isWithin ? line.slice(line.indexOf('`') + 1) : line
}

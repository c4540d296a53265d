import type { LocatedEntry, LocatedItem, LocatedValue, Place } from './located-value.ts'

/** JSON that cannot be read; `offset` says where. */
export class JsonSyntaxError extends Error {
  readonly offset: number

  constructor(message: string, offset: number, options?: ErrorOptions) {
    super(message, options)
    this.name = 'JsonSyntaxError'
    this.offset = offset
  }
}

const DEEPEST = 200
const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\n]|\\.)*")|(-?\d[\d.eE+-]*|true|false|null)|$)/y

/**
 * Reads JSON and keeps offsets, for messages with lines and for edits that keep the formatting.
 *
 * @param file that each place names
 * @throws JsonSyntaxError
 */
export function parseLocatedJson(source: string, file = ''): LocatedValue {
  const reader = new Reader(source, file)
  const value = reader.value(0)
  const rest = reader.next()
  if (rest.text !== '') throw new JsonSyntaxError(`Unexpected ${rest.text} after the end`, rest.start)
  return value
}

class Reader {
  private at: number
  private readonly source: string
  private readonly file: string

  constructor(source: string, file: string) {
    this.source = source
    this.file = file
    this.at = source.charCodeAt(0) === 0xfeff ? 1 : 0
  }

  next(): { text: string; start: number; end: number } {
    TOKEN.lastIndex = this.at
    const match = TOKEN.exec(this.source)
    if (match === null) {
      const start = this.at + (/[^ \t\r\n]/.exec(this.source.slice(this.at))?.index ?? 0)
      const char = this.source[start]
      const message = char === '"' ? 'This string is never closed' : `Unexpected ${char}`
      throw new JsonSyntaxError(message, start)
    }
    const text = match[1] ?? match[2] ?? match[3] ?? ''
    this.at = TOKEN.lastIndex
    return { text, start: this.at - text.length, end: this.at }
  }

  value(depth: number, first = this.next()): LocatedValue {
    const { text, start, end } = first
    if (depth > DEEPEST) throw new JsonSyntaxError(`Nested deeper than ${DEEPEST}`, start)
    if (text === '{') return this.object(start, depth)
    if (text === '[') return this.array(start, depth)
    const value = literal(text, start)
    return typeof value === 'string'
      ? { kind: 'text', value, ...this.place(start, end) }
      : { kind: 'plain', value, ...this.place(start, end) }
  }

  private place(start: number, end: number): Place {
    return { file: this.file, start, end }
  }

  private object(start: number, depth: number): LocatedValue {
    const entries: LocatedEntry[] = []
    let token = this.next()
    if (token.text === '}') return { kind: 'record', entries, ...this.place(start, token.end) }
    for (;;) {
      if (!token.text.startsWith('"'))
        throw new JsonSyntaxError('Expected a key in double quotes', token.start)
      const key = String(literal(token.text, token.start))
      const colon = this.next()
      if (colon.text !== ':') throw new JsonSyntaxError(`Expected : after "${key}"`, colon.start)
      const value = this.value(depth + 1)
      const keyPlace = this.place(token.start, token.end)
      entries.push({ key, keyPlace, value, ...this.place(token.start, value.end) })
      const after = this.next()
      if (after.text === '}') return { kind: 'record', entries, ...this.place(start, after.end) }
      if (after.text !== ',') throw new JsonSyntaxError('Expected , or }', after.start)
      token = this.next()
    }
  }

  private array(start: number, depth: number): LocatedValue {
    const items: LocatedItem[] = []
    let token = this.next()
    if (token.text === ']') return { kind: 'list', items, ...this.place(start, token.end) }
    for (;;) {
      const value = this.value(depth + 1, token)
      items.push({ value, ...this.place(value.start, value.end) })
      const after = this.next()
      if (after.text === ']') return { kind: 'list', items, ...this.place(start, after.end) }
      if (after.text !== ',') throw new JsonSyntaxError('Expected , or ]', after.start)
      token = this.next()
    }
  }
}

function literal(text: string, start: number): string | number | boolean | null {
  try {
    return JSON.parse(text)
  } catch (error) {
    const what = text === '' ? 'The text ends too early' : `Unexpected ${text.slice(0, 40)}`
    throw new JsonSyntaxError(what, start, { cause: error })
  }
}

/** A JSON value that knows where it stands in its text; offsets are into that text. */
export type LocatedJson = LocatedObject | LocatedArray | LocatedString | LocatedOther

interface Place {
  start: number
  end: number
}

export interface LocatedObject extends Place {
  kind: 'object'
  entries: { key: string; value: LocatedJson }[]
}

export interface LocatedArray extends Place {
  kind: 'array'
  items: LocatedJson[]
}

export interface LocatedString extends Place {
  kind: 'string'
  value: string
}

export interface LocatedOther extends Place {
  kind: 'other'
  value: number | boolean | null
}

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
 * @throws JsonSyntaxError
 */
export function parseLocatedJson(source: string): LocatedJson {
  const reader = new Reader(source)
  const value = reader.value(0)
  const rest = reader.next()
  if (rest.text !== '') throw new JsonSyntaxError(`Unexpected ${rest.text} after the end`, rest.start)
  return value
}

class Reader {
  private at: number
  private readonly source: string

  constructor(source: string) {
    this.source = source
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

  value(depth: number, first = this.next()): LocatedJson {
    const { text, start, end } = first
    if (depth > DEEPEST) throw new JsonSyntaxError(`Nested deeper than ${DEEPEST}`, start)
    if (text === '{') return this.object(start, depth)
    if (text === '[') return this.array(start, depth)
    const value = literal(text, start)
    return typeof value === 'string'
      ? { kind: 'string', value, start, end }
      : { kind: 'other', value, start, end }
  }

  private object(start: number, depth: number): LocatedObject {
    const entries: LocatedObject['entries'] = []
    let token = this.next()
    if (token.text === '}') return { kind: 'object', entries, start, end: token.end }
    for (;;) {
      if (!token.text.startsWith('"'))
        throw new JsonSyntaxError('Expected a key in double quotes', token.start)
      const key = String(literal(token.text, token.start))
      const colon = this.next()
      if (colon.text !== ':') throw new JsonSyntaxError(`Expected : after "${key}"`, colon.start)
      entries.push({ key, value: this.value(depth + 1) })
      const after = this.next()
      if (after.text === '}') return { kind: 'object', entries, start, end: after.end }
      if (after.text !== ',') throw new JsonSyntaxError('Expected , or }', after.start)
      token = this.next()
    }
  }

  private array(start: number, depth: number): LocatedArray {
    const items: LocatedJson[] = []
    let token = this.next()
    if (token.text === ']') return { kind: 'array', items, start, end: token.end }
    for (;;) {
      items.push(this.value(depth + 1, token))
      const after = this.next()
      if (after.text === ']') return { kind: 'array', items, start, end: after.end }
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

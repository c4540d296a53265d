/** What a JavaScript literal holds; whatever is no literal is undefined. */
export type Literal = string | number | boolean | null | undefined | Literal[] | { [key: string]: Literal }

const TOKEN =
  /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*(?:([{}[\]:,()])|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`)|(-?\d[\d.eE_+-]*)|([A-Za-z_$][\w$]*)|([\s\S]))/y
const DEEPEST = 60
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }

/**
 * Reads the literal parts of a JavaScript or TypeScript value: objects, arrays, strings, numbers. Calls, names and
 * spreads become undefined; nothing is ever run.
 *
 * @param start where the value begins in the source
 */
export function readLiteral(source: string, start: number): Literal {
  return new LiteralReader(source, start).value(0)
}

/** The literal that a configuration file exports: after `export default` or `module.exports =`, also inside one call. */
export function readExported(source: string): Literal {
  const named =
    /(?:export\s+default|module\.exports\s*=)\s*([A-Za-z_$][\w$]*)\s*(?:;|$|\bas\b|\bsatisfies\b)/m.exec(
      source,
    )
  if (named?.[1] !== undefined) {
    const declared = new RegExp(`(?:const|let|var)\\s+${named[1].replaceAll('$', '\\$')}\\b[^=]*=\\s*`).exec(
      source,
    )
    if (declared !== null) return readLiteral(source, skipCall(source, declared.index + declared[0].length))
  }
  const exported = /(?:export\s+default|module\.exports\s*=)\s*/.exec(source)
  if (exported === null) return undefined
  return readLiteral(source, skipCall(source, exported.index + exported[0].length))
}

/** The value of a key wherever it stands in a file, such as `sidebar:` deep in calls; undefined when it is no literal. */
export function readKey(source: string, key: string): Literal {
  const found = new RegExp(`(?:^|[\\s{,])["']?${key}["']?\\s*:\\s*`).exec(source)
  return found === null ? undefined : readLiteral(source, found.index + found[0].length)
}

export function isRecord(value: Literal): value is { [key: string]: Literal } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `defineConfig({` begins with its argument. */
function skipCall(source: string, start: number): number {
  const call = /^[A-Za-z_$][\w$.]*\s*\(\s*/.exec(source.slice(start, start + 200))
  return start + (call?.[0].length ?? 0)
}

class LiteralReader {
  private at: number
  private readonly source: string

  constructor(source: string, start: number) {
    this.source = source
    this.at = start
  }

  value(depth: number): Literal {
    const token = this.next()
    if (depth > DEEPEST) return undefined
    if (token === '{') return this.object(depth)
    if (token === '[') return this.array(depth)
    if (/^["'`]/.test(token)) return unquoted(token)
    if (/^-?\d/.test(token)) return Number(token.replaceAll('_', ''))
    if (token === 'true' || token === 'false') return token === 'true'
    if (token === 'null') return null
    // Put back: it may close what is around.
    if (token === '}' || token === ']' || token === ',') this.at -= token.length
    return undefined
  }

  private object(depth: number): Literal {
    const entries: { [key: string]: Literal } = Object.create(null)
    for (;;) {
      const key = this.next()
      if (key === '}' || key === '') return { ...entries }
      if (key === ',') continue
      const name = /^["'`]/.test(key) ? unquoted(key) : key
      if (this.peek() === ':') {
        this.next()
        const value = this.value(depth + 1)
        if (!this.skipRest()) entries[name] = value
      } else this.skipRest()
    }
  }

  private array(depth: number): Literal {
    const items: Literal[] = []
    for (;;) {
      const ahead = this.peek()
      if (ahead === ']' || ahead === '') {
        this.next()
        return items
      }
      if (ahead === ',') {
        this.next()
        continue
      }
      const item = this.value(depth + 1)
      items.push(this.skipRest() ? undefined : item)
    }
  }

  /** Skips to the comma or bracket that ends a value; true when there was more of it, so that it was no literal. */
  private skipRest(): boolean {
    let more = false
    const open: string[] = []
    for (;;) {
      const token = this.peek()
      if (token === '') return more
      if (open.length === 0 && (token === ',' || token === '}' || token === ']')) return more
      if (open.length === 0 && (token === 'as' || token === 'satisfies') && !more) {
        this.skipType()
        continue
      }
      more = true
      this.next()
      if (CLOSING[token] !== undefined) open.push(CLOSING[token])
      else if (token === open.at(-1)) open.pop()
    }
  }

  private skipType(): void {
    while (!/^(?:[,}\]]|)$/.test(this.peek())) this.next()
  }

  private peek(): string {
    const before = this.at
    const token = this.next()
    this.at = before
    return token
  }

  private next(): string {
    TOKEN.lastIndex = this.at
    const match = TOKEN.exec(this.source)
    if (match === null) {
      this.at = this.source.length
      return ''
    }
    this.at = TOKEN.lastIndex
    return match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? ''
  }
}

function unquoted(token: string): string {
  return token
    .slice(1, -1)
    .replace(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|(.))/gi, (_, long?: string, short?: string, char = '') => {
      const code = long ?? short
      if (code !== undefined) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16)))
      return char === 'n' ? '\n' : char === 't' ? '\t' : char
    })
}

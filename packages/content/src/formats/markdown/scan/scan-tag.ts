/** A JSX or HTML tag found in a source text; offsets are into that text. */
export interface Tag {
  start: number
  /** Just past `>`. */
  end: number
  /** '' for a fragment. */
  name: string
  /** `</name>`. */
  closing: boolean
  /** `<name />`. */
  selfClosing: boolean
  attributes: TagAttribute[]
}

export interface TagAttribute {
  name: string
  /** Of a string, or of an expression that is only a string; undefined for flags and other expressions. */
  value: string | undefined
  /** Offsets of the value without its quotes. */
  start: number
  end: number
}

/** Characters that failed scans may still read: without it `<a b={` repeated would cost quadratic time. */
export interface ScanBudget {
  left: number
}

const NAME = /[A-Za-z_$][\w.:$-]*/y
const ATTRIBUTE_NAME = /[^\s"'<>/={}`]+/y
const UNQUOTED = /[^\s"'=<>`{}]+/y
const SPACE = /\s*/y

export function newScanBudget(length: number): ScanBudget {
  return { left: 4 * length + 65_536 }
}

/** The tag that starts at `start`, where `source` has `<`; undefined when there is none that ends before `limit`. */
export function scanTag(source: string, start: number, limit: number, budget: ScanBudget): Tag | undefined {
  if (budget.left <= 0) return undefined
  let at = start + 1
  const closing = source[at] === '/'
  if (closing) at += 1
  const name = matchAt(NAME, source, at)
  at += name.length
  if (name === '' && source[at] !== '>') return undefined
  const attributes: TagAttribute[] = []
  let selfClosing = false
  for (;;) {
    const before = at
    at += matchAt(SPACE, source, at).length
    if (at >= limit) break
    const char = source[at]
    if (char === '>') return { start, end: at + 1, name, closing, selfClosing, attributes }
    if (char === '/') {
      selfClosing = true
      at += 1
      continue
    }
    if (char === '{') {
      const end = scanExpression(source, at, limit, budget)
      if (end === undefined) break
      at = end
      continue
    }
    // An attribute stands apart from what is before it: `<a"b">` and `<1` are text.
    const attribute =
      at > before || attributes.length > 0 ? scanAttribute(source, at, limit, budget) : undefined
    if (attribute === undefined) break
    attributes.push(attribute.attribute)
    at = attribute.next
  }
  budget.left -= at - start
  return undefined
}

/** Just past the `}` that closes the `{` at `start`: strings, templates and comments are respected. */
export function scanExpression(
  source: string,
  start: number,
  limit: number,
  budget: ScanBudget,
): number | undefined {
  if (budget.left <= 0) return undefined
  // Each entry is an open `{`, or an open template literal whose text is being read.
  const open: ('brace' | 'template')[] = []
  let at = start
  while (at < limit) {
    const char = source[at]
    if (open.at(-1) === 'template') {
      if (char === '\\') at += 1
      else if (char === '`') open.pop()
      else if (char === '$' && source[at + 1] === '{') {
        open.push('brace')
        at += 1
      }
    } else if (char === '{') open.push('brace')
    else if (char === '}') {
      open.pop()
      if (open.length === 0) return at + 1
    } else if (char === '`') open.push('template')
    else if (char === '"' || char === "'") at = skipString(source, at, limit)
    else if (char === '/' && source[at + 1] === '*') {
      const end = indexBefore(source, '*/', at + 2, limit)
      if (end < 0) break
      at = end + 1
    } else if (char === '/' && source[at + 1] === '/' && source[at - 1] !== ':') {
      const end = indexBefore(source, '\n', at, limit)
      if (end < 0) break
      at = end
    }
    at += 1
  }
  budget.left -= limit - start
  return undefined
}

/** The string value of an attribute, if the tag has it. */
export function attributeValue(tag: Tag, name: string): string | undefined {
  return tag.attributes.find((attribute) => attribute.name === name)?.value
}

function scanAttribute(source: string, start: number, limit: number, budget: ScanBudget) {
  const name = matchAt(ATTRIBUTE_NAME, source, start)
  if (name === '') return undefined
  let at = start + name.length
  const flag = { attribute: { name, value: undefined, start: at, end: at }, next: at }
  const spaces = matchAt(SPACE, source, at).length
  if (source[at + spaces] !== '=') return flag
  at += spaces + 1
  at += matchAt(SPACE, source, at).length
  const char = source[at]
  if (char === '"' || char === "'") {
    const end = indexBefore(source, char, at + 1, limit)
    if (end < 0) {
      budget.left -= limit - at
      return undefined
    }
    return {
      attribute: { name, value: source.slice(at + 1, end), start: at + 1, end },
      next: end + 1,
    }
  }
  if (char === '{') {
    const end = scanExpression(source, at, limit, budget)
    if (end === undefined) return undefined
    return { attribute: { name, ...stringOf(source, at + 1, end - 1) }, next: end }
  }
  const value = matchAt(UNQUOTED, source, at)
  if (value === '') return undefined
  return { attribute: { name, value, start: at, end: at + value.length }, next: at + value.length }
}

/** The value of an expression that is nothing but a string literal without escapes or substitutions. */
function stringOf(source: string, start: number, end: number) {
  let from = start
  let to = end
  while (from < to && /\s/.test(source[from] ?? '')) from += 1
  while (to > from && /\s/.test(source[to - 1] ?? '')) to -= 1
  const quote = source[from]
  const inside = source.slice(from + 1, to - 1)
  const plain =
    to - from >= 2 &&
    (quote === '"' || quote === "'" || quote === '`') &&
    source[to - 1] === quote &&
    !inside.includes('\\') &&
    !inside.includes('${') &&
    !inside.includes(quote)
  return plain ? { value: inside, start: from + 1, end: to - 1 } : { value: undefined, start, end }
}

/** The closing quote; a string ends at a line break too, as the apostrophe of `<p>don't</p>` in an expression does. */
function skipString(source: string, start: number, limit: number): number {
  const quote = source[start]
  for (let at = start + 1; at < limit; at += 1) {
    const char = source[at]
    if (char === quote || char === '\n') return at
    if (char === '\\') at += 1
  }
  return limit
}

/** Like `indexOf`, but never reads past `limit`: a search to the end of the file from each block would be quadratic. */
export function indexBefore(source: string, wanted: string, from: number, limit: number): number {
  const found = source.slice(from, limit).indexOf(wanted)
  return found < 0 ? -1 : from + found
}

function matchAt(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}

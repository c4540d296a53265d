import { classOf } from './character-class.ts'
import { ANY_CHARACTER, all, exactly, matcher, type Pattern, repeated } from './pattern.ts'

const DEEPEST = 20
const MOST_REPEATS = 100

const CLASSES: Readonly<Record<string, (character: string) => boolean>> = {
  d: (character) => /\d/.test(character),
  D: (character) => /\D/.test(character),
  w: (character) => /\w/.test(character),
  W: (character) => /\W/.test(character),
  s: (character) => /\s/.test(character),
  S: (character) => /\S/.test(character),
}

/**
 * Reads a regular expression that a repository wrote, in the part of the syntax of RE2 that paths need, and tells whether
 * it is found in a text, in linear time. Undefined for what it cannot read.
 */
export function foundBy(written: string): ((text: string) => boolean) | undefined {
  const ignoresCase = written.startsWith('(?i)')
  const pattern = new ExpressionReader([...written.slice(ignoresCase ? 4 : 0)], ignoresCase).read()
  if (pattern === undefined) return undefined
  return matcher(all([repeated(ANY_CHARACTER), pattern, repeated(ANY_CHARACTER)]))
}

class ExpressionReader {
  readonly #text: readonly string[]
  readonly #ignoresCase: boolean
  #at = 0

  constructor(text: readonly string[], ignoresCase: boolean) {
    this.#text = text
    this.#ignoresCase = ignoresCase
  }

  read(): Pattern | undefined {
    const pattern = this.#choices(0)
    return this.#at < this.#text.length ? undefined : pattern
  }

  #choices(depth: number): Pattern | undefined {
    if (depth > DEEPEST) return undefined
    const choices: Pattern[] = []
    do {
      if (choices.length > 0) this.#at++
      const choice = this.#sequence(depth)
      if (choice === undefined) return undefined
      choices.push(choice)
    } while (this.#text[this.#at] === '|')
    return { kind: 'any', choices }
  }

  #sequence(depth: number): Pattern | undefined {
    const parts: Pattern[] = []
    while (this.#at < this.#text.length && !'|)'.includes(this.#text[this.#at] ?? '')) {
      const part = this.#one(depth)
      const counted = part && this.#counted(part)
      if (counted === undefined) return undefined
      parts.push(counted)
    }
    return all(parts)
  }

  #one(depth: number): Pattern | undefined {
    const character = this.#text[this.#at++] ?? ''
    if (character === '^') return { kind: 'start' }
    if (character === '$') return { kind: 'end' }
    if (character === '.') return ANY_CHARACTER
    if (character === '(') return this.#group(depth)
    if (character === '[') return this.#class()
    if (character === '\\') return this.#escape()
    return '*+?'.includes(character) ? undefined : this.#character(character)
  }

  #group(depth: number): Pattern | undefined {
    if (this.#text[this.#at] === '?') {
      const rest = this.#text.slice(this.#at, this.#at + 80).join('')
      const opening = /^\?(?::|P?<\w+>)/.exec(rest)
      if (opening === null) return undefined
      this.#at += opening[0].length
    }
    const inside = this.#choices(depth + 1)
    return this.#text[this.#at++] === ')' ? inside : undefined
  }

  #class(): Pattern | undefined {
    const start = this.#at
    if (this.#text[this.#at] === '^') this.#at++
    for (let isFirst = true; isFirst || this.#text[this.#at] !== ']'; isFirst = false) {
      if (this.#at >= this.#text.length) return undefined
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1
    }
    const accepts = classOf(this.#text.slice(start, this.#at++).join(''), (name) => CLASSES[name])
    return { kind: 'one', accepts: this.#anyCase(accepts) }
  }

  #escape(): Pattern | undefined {
    const character = this.#text[this.#at++]
    if (character === undefined) return undefined
    const accepts = CLASSES[character]
    if (accepts !== undefined) return { kind: 'one', accepts }
    if (character === 'A') return { kind: 'start' }
    if (character === 'z') return { kind: 'end' }
    return /[A-Za-z0-9]/.test(character) ? undefined : this.#character(character)
  }

  #counted(part: Pattern): Pattern | undefined {
    const rest = this.#text.slice(this.#at, this.#at + 20).join('')
    const [written = '', sign = '', from = '', comma = '', to = ''] =
      /^(?:([*+?])|\{(\d{1,3})(?:(,)(\d{0,3}))?\})\??/.exec(rest) ?? []
    if (written === '') return part
    this.#at += written.length
    if (sign !== '') return repeated(part, sign === '+' ? 1 : 0, sign === '?' ? 1 : undefined)
    const least = Number(from)
    const most = comma === '' ? least : to === '' ? Number.POSITIVE_INFINITY : Number(to)
    const isTooMany = least > MOST_REPEATS || (most > MOST_REPEATS && most !== Number.POSITIVE_INFINITY)
    return isTooMany || most < least ? undefined : repeated(part, least, most)
  }

  #character(character: string): Pattern {
    if (!this.#ignoresCase) return exactly(character)
    return { kind: 'one', accepts: this.#anyCase((each) => each === character) }
  }

  #anyCase(accepts: (character: string) => boolean): (character: string) => boolean {
    if (!this.#ignoresCase) return accepts
    return (each) => accepts(each) || accepts(each.toLowerCase()) || accepts(each.toUpperCase())
  }
}

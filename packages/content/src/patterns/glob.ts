import { classOf } from './character-class.ts'
import { ANY_CHARACTER, all, exactly, matcher, NOTHING, type Pattern, repeated } from './pattern.ts'

export interface GlobRules {
  /** `**` is any text, also where it stands for no folder at all it needs the slash behind it. Default false. */
  needsSlash?: boolean
  /** `*` and `?` take slashes, too. Default false. */
  crossesFolders?: boolean
}

const DEEPEST = 20
/** Of a list that a configuration holds. */
const MOST_GLOBS = 1_000

/** Tells whether a path fits one of the globs; those that are too long fit nothing. */
export function anyGlob(globs: readonly string[], rules: GlobRules = {}): (path: string) => boolean {
  const tests = globs.slice(0, MOST_GLOBS).flatMap((glob) => matcher(globPattern(glob, rules)) ?? [])
  return (path) => tests.some((test) => test(path))
}

/** A glob with `*`, `**`, `?`, `[a-z]`, `{a,b}` and `@(a|b)`. `!(a)` is any text without a slash. */
export function globPattern(glob: string, rules: GlobRules = {}): Pattern {
  return new GlobReader([...glob.replace(/^\.\//, '')], rules).read()
}

class GlobReader {
  readonly #text: readonly string[]
  readonly #rules: GlobRules
  readonly #inName: Pattern
  #at = 0

  constructor(text: readonly string[], rules: GlobRules) {
    this.#text = text
    this.#rules = rules
    this.#inName = rules.crossesFolders
      ? ANY_CHARACTER
      : { kind: 'one', accepts: (character) => character !== '/' }
  }

  read(ends: readonly string[] = [], depth = 0): Pattern {
    const parts: Pattern[] = []
    while (this.#at < this.#text.length && !ends.includes(this.#text[this.#at] ?? ''))
      parts.push(this.#next(depth))
    return all(parts)
  }

  #next(depth: number): Pattern {
    const character = this.#text[this.#at] ?? ''
    const next = this.#text[this.#at + 1]
    if (next === '(' && '@+*?!'.includes(character) && depth < DEEPEST)
      return this.#extended(character, depth)
    this.#at++
    if (character === '\\' && next !== undefined) {
      this.#at++
      return exactly(next)
    }
    if (character === '*') return this.#stars()
    if (character === '?') return this.#inName
    if (character === '[') return this.#class()
    if (character === '{' && depth < DEEPEST) return this.#choices('}', ',', depth) ?? exactly('{')
    return exactly(character)
  }

  #stars(): Pattern {
    let count = 1
    for (; this.#text[this.#at] === '*'; this.#at++) count++
    if (count === 1) return repeated(this.#inName)
    const before = this.#text[this.#at - count - 1]
    if (this.#rules.needsSlash || this.#text[this.#at] !== '/' || (before !== undefined && before !== '/'))
      return repeated(ANY_CHARACTER)
    this.#at++
    return { kind: 'any', choices: [NOTHING, all([repeated(ANY_CHARACTER), exactly('/')])] }
  }

  #class(): Pattern {
    const first = this.#at + (/[!^]/.test(this.#text[this.#at] ?? '') ? 1 : 0)
    const end = this.#text.indexOf(']', first + 1)
    if (end < 0) return exactly('[')
    const accepts = classOf(this.#text.slice(this.#at, end).join(''))
    this.#at = end + 1
    return { kind: 'one', accepts: (character) => character !== '/' && accepts(character) }
  }

  #extended(kind: string, depth: number): Pattern {
    const start = this.#at
    this.#at += 2
    const choices = this.#choices(')', '|', depth)
    if (choices === undefined) {
      this.#at = start + 1
      return kind === '*' ? repeated(this.#inName) : kind === '?' ? this.#inName : exactly(kind)
    }
    if (kind === '!') return repeated(this.#inName)
    if (kind === '+') return repeated(choices, 1)
    if (kind === '*') return repeated(choices)
    return kind === '?' ? repeated(choices, 0, 1) : choices
  }

  /** Undefined, and nothing read, when they are never closed. */
  #choices(close: string, between: string, depth: number): Pattern | undefined {
    const start = this.#at
    if (this.#text.indexOf(close, start) < 0) return undefined
    const choices = [this.read([close, between], depth + 1)]
    while (this.#text[this.#at] === between) {
      this.#at++
      choices.push(this.read([close, between], depth + 1))
    }
    if (this.#text[this.#at] === close) {
      this.#at++
      return { kind: 'any', choices }
    }
    this.#at = start
    return undefined
  }
}

import type { Language } from '../text/language.ts'
import { relatedTo } from '../text/related-words.ts'
import { termsOfWord, wordsIn } from '../text/terms.ts'
import type { Question } from './read-question.ts'

/** Words of a question that are looked for: one bit of a number each. */
const MOST_WORDS = 30
/** What a related word is worth beside the word itself. */
const RELATED = 0.6
/** An abbreviation has so many letters at least, and so many fewer than the word (`admin`, `administrator`). */
const SHORT = 4
const SHORTER = 3
/** A proper name such as `PostScript` says little of what its parts are. An identifier (`maxSteps`) does. */
const PROPER_NAME = /^\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u

/** Which words of the question a text has: a bit each. */
export interface Reading {
  /** In some form. */
  said: number
  /** By a related word at least. */
  meant: number
}

/** A reading of a heading or a title. */
export interface HeadingReading extends Reading {
  terms: ReadonlySet<string>
  /** Share of its words that are the question's, or the name of the product. */
  purity: number
}

export const NOTHING: Reading = { said: 0, meant: 0 }

/** Finds the words of one question in texts. It reads each different word once, since texts repeat few. */
export class AskedWords {
  readonly terms: readonly string[]
  readonly #language: Language
  readonly #product: ReadonlySet<string>
  readonly #whole: readonly string[]
  readonly #bits: ReadonlyMap<string, number>
  readonly #related = new Map<string, number>()
  readonly #joined = new Map<string, number>()
  readonly #known = new Map<string, { said: number; meant: number }>()

  constructor({ text, weights, whole, product, language }: Question) {
    this.terms = [...weights.keys()].slice(0, MOST_WORDS)
    this.#language = language
    this.#product = product
    this.#whole = whole
    this.#bits = new Map(this.terms.map((term, place) => [term, 1 << place]))
    for (const [term, bit] of this.#bits) {
      for (const other of relatedTo(term)) this.#related.set(other, (this.#related.get(other) ?? 0) | bit)
    }
    const words = wordsIn(text, language).map((word) => ({ word, bit: this.#bitOf(word) }))
    for (const [place, { word, bit }] of words.entries()) {
      const next = words[place + 1]
      // `web worker` and `webworker`.
      if (next !== undefined && bit !== 0 && next.bit !== 0)
        this.#joined.set(`${word}${next.word}`.toLowerCase(), bit | next.bit)
    }
  }

  read(text: string): Reading {
    let said = 0
    let meant = 0
    for (const word of wordsIn(text, this.#language)) {
      const found = this.#find(word)
      said |= found.said
      meant |= found.meant
    }
    for (const name of this.#whole) {
      if (text.includes(name)) said |= this.#bits.get(name) ?? 0
    }
    return { said, meant: meant | said }
  }

  readHeading(text: string): HeadingReading {
    const terms = new Set(wordsIn(text, this.#language).flatMap((word) => termsOfWord(word, this.#language)))
    const reading = this.read(text)
    const own = [...terms].filter((term) => {
      const { meant } = this.#find(term)
      return meant !== 0 || this.#product.has(term)
    })
    return { ...reading, terms, purity: terms.size === 0 ? 0 : own.length / terms.size }
  }

  /** The bits of some stems. */
  bitsOf(terms: Iterable<string>): number {
    let bits = 0
    for (const term of terms) bits |= this.#bits.get(term) ?? 0
    return bits
  }

  #bitOf(word: string): number {
    for (const term of termsOfWord(word, this.#language)) {
      const bit = this.#bits.get(term)
      if (bit !== undefined) return bit
    }
    return 0
  }

  #find(word: string): { said: number; meant: number } {
    const known = this.#known.get(word)
    if (known !== undefined) return known
    const [whole, ...parts] = termsOfWord(word, this.#language)
    let said = this.#joined.get(word.toLowerCase()) ?? 0
    let meant = 0
    if (whole !== undefined) {
      said |= this.#bits.get(whole) ?? 0
      meant |= this.#near(whole)
    }
    for (const part of parts) {
      const bit = this.#bits.get(part) ?? 0
      if (PROPER_NAME.test(word)) meant |= bit
      else {
        said |= bit
        meant |= this.#near(part)
      }
    }
    const found = { said, meant: meant | said }
    this.#known.set(word, found)
    return found
  }

  #near(term: string): number {
    let bits = this.#related.get(term) ?? 0
    for (const [asked, bit] of this.#bits) if (isShortFor(asked, term) || isShortFor(term, asked)) bits |= bit
    return bits
  }
}

function isShortFor(short: string, long: string): boolean {
  return (
    short.length >= SHORT &&
    long.length - short.length >= SHORTER &&
    long.startsWith(short) &&
    /^[a-z]+$/.test(long)
  )
}

export function both(one: Reading, other: Reading): Reading {
  return { said: one.said | other.said, meant: one.meant | other.meant }
}

/** Share of the weight of the question's words that a reading has, 0 to 1. */
export function share({ said, meant }: Reading, weights: readonly number[]): number {
  let sum = 0
  let total = 0
  for (let place = 0; place < weights.length; place++) {
    const weight = weights[place] ?? 0
    const bit = 1 << place
    total += weight
    if ((said & bit) !== 0) sum += weight
    else if ((meant & bit) !== 0) sum += RELATED * weight
  }
  return total === 0 ? 0 : sum / total
}

export function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

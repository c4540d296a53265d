import { stemmer } from 'stemmer'
import { STOP_WORDS } from './stop-words.ts'

/** Words with their inner joints kept: `docs.json`, `X-Session-Id`, `retrieval_page_size`, `don't`. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[._\-'’][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
const JOINT = /[._-]/
/** Where camelCase breaks: `useChat|Transport`, `HTTP|Server`. */
const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const UNSPACED_SCRIPT =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const ASCII = /^[\x20-\x7e]*$/
/** Longer ones are keys, hashes and data: nobody types them, and they would fill the index. */
const LONGEST_TERM = 64
const REMEMBERED_WORDS = 200_000

/**
 * Turns text into search terms, the same way for passages and for queries: lower case, without accents, stemmed
 * (English), without stop words. An identifier gives its parts and itself without joints, so that
 * `retrieval_page_size`, `retrievalPageSize` and "retrieval page size" find each other. Scripts without spaces give
 * pairs of letters.
 */
export class Analyzer {
  readonly #remembered = new Map<string, readonly string[]>()

  terms(text: string): string[] {
    const terms: string[] = []
    for (const [word] of text.matchAll(WORD)) {
      for (const term of this.#termsOf(word)) terms.push(term)
    }
    return terms
  }

  #termsOf(word: string): readonly string[] {
    const known = this.#remembered.get(word)
    if (known !== undefined) return known
    const terms = analyzeWord(word)
    // Texts repeat a small vocabulary, so remembering makes analysis ten times faster; emptied, not grown, when full.
    if (this.#remembered.size >= REMEMBERED_WORDS) this.#remembered.clear()
    this.#remembered.set(word, terms)
    return terms
  }
}

function analyzeWord(word: string): string[] {
  const plain = (ASCII.test(word) ? word : word.normalize('NFKD').replace(/\p{M}/gu, '')).replace(
    /['’]\p{L}*$/u,
    '',
  )
  if (UNSPACED_SCRIPT.test(plain)) return pairs(plain.toLowerCase())
  const parts = plain.split(JOINT).flatMap((part) => part.split(CAMEL))
  if (parts.length === 1) return term(plain)
  return [...parts.flatMap(term), ...term(parts.join(''))]
}

function term(word: string): string[] {
  const lower = word.toLowerCase()
  if (lower === '' || lower.length > LONGEST_TERM || STOP_WORDS.has(lower)) return []
  return [stemmer(lower)]
}

function pairs(text: string): string[] {
  const letters = [...text].filter((letter) => !JOINT.test(letter))
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

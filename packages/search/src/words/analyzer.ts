import { languageCode } from './language-code.ts'
import { type LanguageRules, rulesOf } from './language-rules.ts'
import { spellingOf } from './spelling.ts'

/** Words with their inner joints, and the dashes of a flag: `docs.json`, `X-Session-Id`, `--keep_dry`, `don't`. */
const WORD = /(?:--)?[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[._\-'’][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
/** The same for text whose letters are those of ASCII, where it takes a third of the time. */
const ASCII_WORD = /(?:--)?[A-Za-z0-9]+(?:[._\-'][A-Za-z0-9]+)*/g
/** Beside ASCII only signs that are in no word: dashes, quotes but the apostrophe, arrows, lines, pictures. */
const ASCII_LETTERS =
  /^[\p{ASCII}\u00A0\u2010-\u2018\u201A-\u2027\u2190-\u23FF\u2500-\u2775\u{1F300}-\u{1FAFF}]*$/u
const JOINT = /[._-]/
const FLAG = '--'
/** Where camelCase breaks: `useChat|Transport`, `HTTP|Server`. */
const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
/** Capitals and digits in one word: an error code, an algorithm (`E0308`, `RS256`). */
const CODE = /^(?=.*\p{Lu})(?=.*\d)[\p{L}\d]+$/u
/** Scripts without spaces; Korean has them, but its endings and compounds make pairs find more than words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々]/u
const UNSPACED_RUNS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{M}ー々]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{M}ー々]+/gu
const ASCII = /^\p{ASCII}*$/u
const POSSESSIVE = /['’]\p{L}*$/u
/**
 * What Romance languages write together with the next word (`l'installation`, `dell'utente`), whatever the language of
 * the page is said to be. No English ending is so long.
 */
const ELISION =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|presqu|quelqu|d?all|dell|nell|sull|coll|quell|quest|bell|sant|un|gl)['’](?=\p{L}{3})/iu
/** Languages written in another script: a word in Latin letters among theirs is an English one. */
const OTHER_SCRIPT: ReadonlySet<string> = new Set(
  'ar bg el fa he hi ja ko mr ru sr ta th uk ur zh'.split(' '),
)
/** Longer ones are keys, hashes and data: nobody types them, and they would fill the index. */
const LONGEST_TERM = 64
const REMEMBERED_WORDS = 200_000
/** Longer ones are rare, and would make the memory of words as large as they are. */
const LONGEST_REMEMBERED = 128

/** A name of several parts, as terms. */
export interface CompoundName {
  /** Without its joints. */
  readonly whole: string
  readonly parts: readonly string[]
  /** See `spellingOf`; '' for one that was guessed. */
  readonly spelling: string
  /** As the text has it. */
  readonly text: string
}

/**
 * Turns text into search terms, the same way for passages and for queries: lower case, stemmed and freed of stop words
 * by the rules of the language, without accents. An identifier gives its parts and itself without joints, so that
 * `retrieval_page_size`, `retrievalPageSize` and "retrieval page size" find each other. Scripts without spaces give
 * pairs of letters.
 */
export class Analyzer {
  readonly #remembered = new Map<string, Map<string, readonly string[]>>()
  #size = 0

  /** @param language as a page has it (`de`, `zh-CN`); default English */
  terms(text: string, language?: string): string[] {
    const code = languageCode(language)
    const known = this.#of(code)
    const terms: string[] = []
    // Without match objects: this is half of the time that an index takes.
    const words = text.match(ASCII_LETTERS.test(text) ? ASCII_WORD : WORD) ?? []
    for (const word of words) {
      const found = known.get(word) ?? this.#termsOf(word, code, known)
      for (let at = 0; at < found.length; at++) terms.push(found[at] ?? '')
    }
    return terms
  }

  /** The identifiers of a text: names of several parts, flags, and codes with capitals and digits. */
  compounds(text: string, language?: string): CompoundName[] {
    const words = text.match(WORD) ?? []
    return words.flatMap((word) => {
      const isOneTerm = word.startsWith(FLAG) || CODE.test(word)
      if (UNSPACED.test(word) || !(isOneTerm || JOINT.test(word) || CAMEL.test(word))) return []
      const terms = this.terms(word, language)
      const whole = terms.at(-1)
      if (whole === undefined || (terms.length < 2 && !isOneTerm)) return []
      return [{ whole, parts: terms.slice(0, -1), spelling: spellingOf(word), text: word }]
    })
  }

  #of(code: string): Map<string, readonly string[]> {
    const known = this.#remembered.get(code) ?? new Map<string, readonly string[]>()
    this.#remembered.set(code, known)
    return known
  }

  #termsOf(word: string, code: string, known: Map<string, readonly string[]>): readonly string[] {
    if (word.length > LONGEST_REMEMBERED) return analyzeWord(word, code)
    const own = copyOf(word)
    const terms = analyzeWord(own, code)
    // Texts repeat a small vocabulary, so remembering makes analysis ten times faster; emptied, not grown, when full.
    if (this.#size >= REMEMBERED_WORDS) {
      for (const words of this.#remembered.values()) words.clear()
      this.#size = 0
    }
    this.#size++
    known.set(own, terms)
    return terms
  }
}

/** V8 keeps a part of a text as a reference to the whole text: one remembered word would keep its page in memory. */
function copyOf(word: string): string {
  return Buffer.from(word).toString()
}

function analyzeWord(word: string, code: string): string[] {
  if (word.startsWith(FLAG)) {
    const name = word.slice(FLAG.length)
    const terms = analyzeWord(name, code)
    // A flag is no stop word: `--with`, `--all`.
    return terms.length > 0 || name.length > LONGEST_TERM ? terms : [name.toLowerCase()]
  }
  const composed = ASCII.test(word) ? word : word.normalize('NFKC')
  if (UNSPACED.test(composed)) {
    return (composed.match(UNSPACED_RUNS) ?? []).flatMap((run) =>
      UNSPACED.test(run) ? pairs(run) : (run.match(WORD) ?? []).flatMap((part) => analyzeSpaced(part, code)),
    )
  }
  return analyzeSpaced(composed, code)
}

function analyzeSpaced(word: string, code: string): string[] {
  const rules = rulesOf(OTHER_SCRIPT.has(code) && ASCII.test(word) ? 'en' : code)
  const plain = word.replace(ELISION, '').replace(POSSESSIVE, '')
  const parts = plain.split(JOINT).flatMap((part) => part.split(CAMEL))
  if (parts.length === 1) return term(plain, rules)
  return [...parts.flatMap((part) => term(part, rules)), ...term(parts.join(''), rules)]
}

function term(word: string, rules: LanguageRules): string[] {
  const lower = word.toLowerCase()
  if (lower === '' || lower.length > LONGEST_TERM || rules.stopWords.has(lower)) return []
  // Accents go last: stemmers need them, and people leave them out.
  return [folded(rules.stem(lower))]
}

function folded(word: string): string {
  return ASCII.test(word) ? word : word.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
}

function pairs(text: string): string[] {
  const letters = [...text]
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

import { isCommon } from '../text/common-words.ts'
import { type Language, languageOf } from '../text/language.ts'
import { stem } from '../text/stem.ts'
import { termSet, terms } from '../text/terms.ts'
import { sidesOf } from './sides.ts'

/** What is asked for, as weighted words. */
export interface Question {
  text: string
  language: Language
  /** Stem to weight: 1 for telling words of the question itself, less for everyday words and for the turn before. */
  weights: ReadonlyMap<string, number>
  /** Stems of names: words with a capital that does not begin a sentence. */
  names: ReadonlySet<string>
  /** Stems of what is to be done, and of numbers that only serve as an example: another could stand in for them. */
  loose: ReadonlySet<string>
  /** Names that are one thing only as they are written: of several words (`Apple Watch`), or an everyday word (`Go`). */
  whole: readonly string[]
  /** Asks for steps, a command or a setting: code belongs to the answer. */
  wantsCode: boolean
  /** Asks which there are: a list or a table belongs to the answer. */
  wantsList: boolean
  /** Asks what is so when nobody says otherwise. */
  wantsDefault: boolean
  /** Calls the product `it`: how to begin with it may be the answer. */
  isAboutProduct: boolean
  /** Stems of the name of what is documented, which every question there is about. */
  product: ReadonlySet<string>
  /** What `what is X` asks to be defined. */
  defines: string | undefined
  /** What the sentence that answers has: a time, or a number; undefined when that is open. */
  measure: RegExp | undefined
  /** Asks how something is left out, kept from happening, or done alone. */
  isNegative: boolean
  /** What the question compares: the words of each side that the other has not. */
  sides: readonly Side[]
}

export interface Side {
  /** As the question words it. */
  text: string
  terms: ReadonlySet<string>
}

/** Refers to the turn before: the words alone do not say what it is about. */
const REFERS =
  /^(?:and|but|so|ok|okay|what about|how about|also|then|why|more|tell me more)\b|\b(?:it|its|that|this|those|these|them|they|one|ones|there|same|instead|above|former|latter)\b/i
const WANTS_CODE =
  /\b(?:how|command|commands|code|snippet|example|syntax|install|configure|set ?up|run|curl|request|call|query|show me|write|where do i (?:set|put)|can (?:i|we|you|it)|is there (?:an? )?way)\b|^(?:set|send|add|create|configure|install|enable|disable|deploy|connect|make|forward|define|wie|comment|cómo|como)(?![\p{L}])|如何|怎么|怎样|方法|どうやって|にはどう|するには/iu
const DEFINES =
  /^\s*(?:what(?:'s| is| are)|who is|define|explain|describe|was (?:ist|sind)|qu[’']est-ce qu[e’']|qué (?:es|son))\s+(?:(?:an?|the|eine?|une?|la|le|el)\s+)?(.{2,80}?)\s{0,20}[?.!]{0,20}\s{0,20}$/i

const WANTS_LIST = /^(?:which|what (?:are|kinds?|types?)|list)\b|\b(?:are there|available|supported)\b/i
/** How a question asks, and not what about: `does X support Y`, `is there a way to Y`. */
const FRAME =
  /\b(?:supports?|supported|works? with|is it possible to|is there (?:an? )?way to|what happens when|exists?)\b/gi
/** The first line of a question for a place, and how it asks. A look back from each word took seconds for a long one. */
const WHERE = /^where .*/i
const LIES = /\b(?:keep|kept|put|stored|located|live)\b/gi

/** Asks for a measure; the answer has a number in place of the word. */
const MEASURE = /\bhow (?:long|much|many|often|big|large|small|far|soon|old|fast|quickly)\b/gi

const TIME =
  /(?<!\d)\d[\d,.]{0,30}[ -]?(?:ms|milliseconds?|s|secs?|seconds?|min|minutes?|h|hours?|days?|weeks?|months?|years?)\b|\b(?:timeout|interval|duration|period|delay|ttl|lifetime)\b.{0,200}\d|\b(?:one|two|three|a|an|each|every) (?:second|minute|hour|day|week|month|year)/i
const NUMBER = /\d/
const REASON =
  /\b(?:because|since|due to|so that|reasons?|causes?|caused|means that|therefore|otherwise|in order to|to (?:avoid|ensure|prevent|make sure))\b/i
const PLACE = /`[^`/\\~.]*[/\\~.][^`]*`|\b(?:folder|directory|path|located|stored (?:in|at)|under|file)\b/i

const NEGATIVE =
  /\b(?:without|not|never|no|only|except|out of|prevent|avoid|exclude|skip|ignore|disable|turn \S+ off|switch off|leave .+ out|stop .+ from|keep .+ from)\b|n['’]t\b/i
/** Weight of an everyday word, which another could stand in for. */
const EVERYDAY = 0.4
/** Weight of the product's name where the question calls it `it`. */
const IT = 0.3
/** Weight of a part of a name. */
const PART = 0.2

/** A verb of two words around its object: `shut a server down`, `turn the API off`. */
const SPLIT =
  /\b(back|set|shut|turn|log|roll|start|sign|switch)((?: (?!(?:up|down|off|out|in|on|back)\b)[\w-]{1,30}){1,3}) (up|down|off|out|in|on|back)\b/gi

/** What is asked for, without the words of asking. */
function withoutFrame(text: string): string {
  return text
    .replace(SPLIT, '$1 $3$2')
    .replace(MEASURE, ' ')
    .replace(WHERE, (line) => line.replace(LIES, ' '))
    .replace(FRAME, ' ')
}

/**
 * Reads a question. One that leans on the conversation (`and how do I revoke it?`) takes the words of the question
 * before it along, at less than full weight.
 */
export function readQuestion(
  text: string,
  earlier: readonly string[],
  { context = '', product = '' }: { context?: string | undefined; product?: string | undefined } = {},
): Question {
  const language = languageOf(text)
  const weights = new Map(weighted(withoutFrame(text), language))
  const whole = wholeNames(text, language, termSet(product, language))
  for (const name of whole) {
    // The parts of `HTTP/3` say little by themselves.
    if (name.includes('/')) for (const part of termSet(name, language)) weights.set(part, PART)
    weights.set(name, 1)
  }
  const leans = weights.size > 0 ? REFERS.test(text.trim()) || weights.size < 2 : true
  if (leans) {
    for (const [back, previous] of earlier.slice(-2).reverse().entries()) {
      const before = weighted(previous, language)
      if (before.length === 0) continue
      for (const [term, weight] of before) {
        if (!weights.has(term)) weights.set(term, weight * (back === 0 ? 0.6 : 0.3))
      }
    }
    for (const term of [...termSet(context, language)].slice(0, 30)) {
      if (!weights.has(term)) weights.set(term, 0.2)
    }
  }
  const measure = measureOf(text)
  const named = termSet(product, language)
  const isAboutProduct = earlier.length === 0 && /\b(?:it|its)\b/i.test(text)
  if (isAboutProduct) for (const term of named) if (!weights.has(term)) weights.set(term, IT)
  return {
    text,
    language,
    weights,
    names: new Set([...namesOf(text, language), ...whole.filter((name) => !name.includes(' '))]),
    whole,
    loose: looseTerms(text, language),
    wantsCode: measure === undefined && WANTS_CODE.test(text),
    wantsList: WANTS_LIST.test(text),
    wantsDefault: /\bdefaults?\b/i.test(text),
    isAboutProduct,
    product: named,
    defines: DEFINES.exec(text)?.[1],
    measure,
    isNegative: NEGATIVE.test(text),
    sides: sides(text, language),
  }
}

function weighted(text: string, language: Language): [term: string, weight: number][] {
  const weights = new Map<string, number>()
  for (const word of text.match(/[\p{L}\p{N}'’_-]+/gu) ?? []) {
    const isEveryday = language === 'en' && isCommon(stem(word.toLowerCase()))
    const [whole, ...parts] = terms(word, language)
    // A name of several words is one thing: GitHub is not about git, nor about hubs.
    const isName = parts.length > 0 && /^\p{L}+$/u.test(word) && /\p{Ll}/u.test(word)
    for (const term of whole === undefined ? [] : [whole, ...parts]) {
      const weight = isEveryday ? EVERYDAY : isName && term !== whole ? PART : 1
      weights.set(term, Math.max(weight, weights.get(term) ?? 0))
    }
  }
  // In the order of the question, and with what only several words together say.
  return [...termSet(text, language)].map((term) => [term, weights.get(term) ?? 1])
}

/** A language that somebody writes in serves as an example: another could stand in for it. */
const LANGUAGE =
  /^(?:Arabic|Chinese|Dutch|English|French|German|Hebrew|Italian|Japanese|Korean|Polish|Portuguese|Russian|Spanish|Turkish)$/

/** German writes every noun with a capital. */
function namesOf(text: string, language: Language): string[] {
  if (language === 'de') return []
  const names = text.match(/(?<=\p{L}[^.!?:]{0,300}\s)\p{Lu}[\p{L}\p{N}]+/gu) ?? []
  return names.filter((name) => !LANGUAGE.test(name)).flatMap((name) => terms(name, language))
}

/** The verb behind an auxiliary and its subject (`does it speak`, `can browsers connect`), or behind `to`. */
const VERB =
  /\b(?:(?:do|does|did|can|could|will|would|should|may|must) (?:the |my |an? )?[\p{L}-]{1,40}|to) ([\p{L}-]{2,40})/giu
/** A number that belongs to no name before it, such as that of a port. */
const EXAMPLE = /(?<![\p{L}\p{N}/.-]|\p{Lu}[\p{L}.]{0,40} )\p{N}+(?![\p{L}\p{N}/.%-])/gu

function looseTerms(text: string, language: Language): ReadonlySet<string> {
  if (language !== 'en') return new Set()
  const verbs = [...text.matchAll(VERB)].flatMap(([, verb = '']) => (/\p{Lu}/u.test(verb) ? [] : [verb]))
  const numbers = text.match(EXAMPLE) ?? []
  return new Set([...verbs, ...numbers].flatMap((each) => terms(each, language)))
}

function wholeNames(text: string, language: Language, product: ReadonlySet<string>): string[] {
  if (language === 'de') return []
  const names =
    text.match(
      /(?<=\p{L}[^.!?:]{0,300}\s)\p{Lu}[\p{L}\p{N}]+(?:\/\p{N}+(?:\.\p{N}+)?|(?: \p{Lu}[\p{L}\p{N}]+)*)/gu,
    ) ?? []
  return names.filter((name) => {
    const stems = terms(name, language)
    return stems.every((term) => !product.has(term)) && (/[ /]/.test(name) || stems.length === 0)
  })
}

function measureOf(text: string): RegExp | undefined {
  if (/\bhow (?:long|soon|often|old)\b/i.test(text)) return TIME
  if (/^where (?:is|are|does)\b/i.test(text.trim())) return PLACE
  if (/^why\b/i.test(text.trim())) return REASON
  return /\bhow (?:many|much|big|large|small)\b|\b(?:maximum|minimum|price|cost|which (?:[\w.]+ )?versions?|(?:which|what|default) port)\b/i.test(
    text,
  )
    ? NUMBER
    : undefined
}

function sides(text: string, language: Language): Side[] {
  const compared = sidesOf(text)
  if (compared === undefined) return []
  const [first, second] = compared.map((side) => termSet(side, language)) as [Set<string>, Set<string>]
  const own = [difference(first, second), difference(second, first)]
  if (own.some((each) => each.size === 0)) return []
  return own.map((each, index) => ({ text: compared[index] ?? '', terms: each }))
}

function difference(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  return new Set([...one].filter((term) => !other.has(term)))
}

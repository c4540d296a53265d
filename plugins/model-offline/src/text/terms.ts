import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import type { Language } from './language.ts'
import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'
import { canonical } from './synonyms.ts'

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u
/** Articles that French writes together with their word. */
const ELISION = /^(?:[cdjlmnst]|qu)['’](?=\p{L})/iu

/** Verbs that English writes apart and their nouns together: `back up`, a `backup`. */
const APART =
  /\b(back|set|clean|cut|start|sign|log|roll|time|build|look|warm|shut|fall)(?:s|ed|ing|ting|ning|ged|ging)? (up|in|out|back|down|off)\b/gi

/** Verbs of two words for which documentation has one. */
const SWITCHED = /\b(?:turn|switch)(?:s|es|ed|ing)? (off|on)\b/gi

const FORMS: Readonly<Record<Language, (word: string) => string>> = {
  en: (word) => canonical(stem(word)),
  de: german,
  fr: french,
  es: spanish,
  // Words with spaces around them in these are names and English terms.
  zh: (word) => canonical(stem(word)),
  ja: (word) => canonical(stem(word)),
}

/**
 * The meaningful words of a text as stems, in order and with repetitions. Identifiers give their parts as well
 * (`maxSteps`, `DOCENT_SECRET`); scripts without spaces give pairs of characters.
 */
export function terms(text: string, language: Language = 'en'): string[] {
  return wordsIn(text, language).flatMap((word) => termsOfWord(word, language))
}

/** The runs of letters and digits of a text, where verbs in two words are one. */
export function wordsIn(text: string, language: Language): readonly string[] {
  // The scheme of an address says nothing of what is written.
  const joined = text
    .normalize('NFC')
    .replace(/\be-(?=mail)/gi, 'e')
    .replace(/\bhttps?:\/\//gi, ' ')
  const plain = language === 'en' ? oneVerb(joined) : joined
  return plain.match(WORD) ?? []
}

function oneVerb(text: string): string {
  return text
    .replace(APART, '$1$2')
    .replace(SWITCHED, (_, way: string) => (way.toLowerCase() === 'off' ? 'disable' : 'enable'))
}

/** The stem of one run of letters and digits, then those of its parts; [] when it says nothing. */
export function termsOfWord(word: string, language: Language): string[] {
  if (UNSPACED.test(word)) return unspaced(word, language)
  return wordsOf(word, language).map((part) => FORMS[language](part))
}

/** The different meaningful words of a text. */
export function termSet(text: string, language: Language = 'en'): Set<string> {
  return new Set(terms(text, language))
}

/** Lower-case words of one run of letters and digits, without those that say nothing. */
function wordsOf(match: string, language: Language): string[] {
  const bare = language === 'fr' ? match.replace(ELISION, '') : match
  const parts = bare.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [bare]
  const all = parts.length > 1 && !/^\p{Lu}+s?$/u.test(bare) ? [bare, ...parts] : [bare]
  return all
    .map((word) => word.toLowerCase().replace(/['’](?:s|re|ve|ll|t|d|m)$/, ''))
    .filter((word) => word.length > 1 || /\p{N}/u.test(word))
    .filter((word) => !STOP_WORDS[language].has(word) && !(language !== 'en' && STOP_WORDS.en.has(word)))
}

/** Pairs of Chinese characters, words of Katakana; Japanese particles and endings say nothing. */
function unspaced(match: string, language: Language): string[] {
  const found: string[] = []
  const runs = match.match(/\p{sc=Han}+|[\p{sc=Katakana}ー]+|\p{sc=Thai}+|[\p{Script=Latin}\p{N}]+/gu) ?? []
  for (const run of runs) {
    if (/^[\p{Script=Latin}\p{N}]/u.test(run)) {
      found.push(...wordsOf(run, language).map((word) => FORMS[language](word)))
    } else if (/^[\p{sc=Katakana}ー]/u.test(run)) found.push(run)
    else for (const part of withoutSmallWords(run, language)) found.push(...pairs(part))
  }
  return found
}

function withoutSmallWords(run: string, language: Language): string[] {
  const small = [...STOP_WORDS[language === 'ja' ? 'ja' : 'zh']].sort((a, b) => b.length - a.length)
  return run.split(new RegExp(small.join('|'), 'u')).filter((part) => part !== '')
}

function pairs(run: string): string[] {
  const chars = [...run]
  if (chars.length < 2) return chars
  return chars.slice(1).map((char, index) => `${chars[index]}${char}`)
}

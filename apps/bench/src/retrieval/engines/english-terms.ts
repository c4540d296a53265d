import { stopwords } from '@orama/stopwords/english'
import { stemmer } from 'stemmer'

const STOP_WORDS: ReadonlySet<string> = new Set(stopwords)

/** The words of a text that say something, in lower case, each once. */
export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter((word) => !STOP_WORDS.has(word)))]
}

/** The stem of a word, undefined for a stop word. */
export function englishTerm(word: string): string | undefined {
  const lower = word.toLowerCase()
  return STOP_WORDS.has(lower) ? undefined : stemmer(lower)
}

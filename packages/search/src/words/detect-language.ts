import { STOP_WORDS } from './stop-words.ts'

/** Scripts that say a language, or a few: the first of them that the index has is taken. */
const SCRIPTS: readonly [RegExp, readonly string[]][] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, ['ja']],
  [/\p{sc=Hangul}/u, ['ko']],
  [/\p{sc=Han}/u, ['zh', 'ja']],
  [/\p{sc=Cyrillic}/u, ['ru', 'uk', 'bg', 'sr']],
  [/\p{sc=Arabic}/u, ['ar', 'fa', 'ur']],
]

/**
 * The language of a query among those that the index has: by its script, else by its small words. Undefined when
 * neither tells, as with most queries of one or two words.
 *
 * @param present ISO 639-1 codes
 */
export function detectLanguage(text: string, present: readonly string[]): string | undefined {
  if (present.length < 2) return present[0]
  for (const [script, languages] of SCRIPTS) {
    if (script.test(text)) return languages.find((code) => present.includes(code)) ?? languages[0]
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = present
    .map((code) => ({ code, count: words.filter((word) => STOP_WORDS[code]?.has(word)).length }))
    .sort((first, second) => second.count - first.count)
  const [best, second] = counts
  return best !== undefined && best.count > (second?.count ?? 0) ? best.code : undefined
}

import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'
import { canonical } from './synonyms.ts'

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * The meaningful words of a text as stems, in order and with repetitions. Identifiers give their parts as well
 * (`maxSteps`, `DOCENT_SECRET`); scripts without spaces give pairs of characters.
 */
export function terms(text: string): string[] {
  const found: string[] = []
  for (const [match] of text.matchAll(WORD)) {
    if (UNSPACED.test(match)) {
      const chars = [...match]
      if (chars.length === 1) found.push(match)
      for (let i = 0; i + 1 < chars.length; i++) found.push(`${chars[i]}${chars[i + 1]}`)
      continue
    }
    const parts = match.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [match]
    const words = parts.length > 1 && !/^\p{Lu}+s?$/u.test(match) ? [match, ...parts] : [match]
    for (const word of words) {
      const lower = word.toLowerCase().replace(/['’](?:s|re|ve|ll|t|d|m)$/, '')
      if (lower.length > 1 || /\p{N}/u.test(lower)) {
        if (!STOP_WORDS.has(lower)) found.push(canonical(stem(lower)))
      }
    }
  }
  return found
}

/** The different meaningful words of a text. */
export function termSet(text: string): Set<string> {
  return new Set(terms(text))
}

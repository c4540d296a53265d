import type { SearchIndex } from '../index/search-index.ts'
import type { Analyzer } from '../words/analyzer.ts'
import { hashTerm } from '../words/passage-terms.ts'
import type { QueryVariant } from '../words/query-variants.ts'

/** Languages that write compounds as one word. */
const COMPOUNDING: ReadonlySet<string> = new Set('da de fi nb nl no sv'.split(' '))
/** What a compound counts beside the word that was asked for, and its parts beside the compound. */
const COMPOUND_SHARE = 0.7
const SHORTEST_PART = 4
/** Parts that are as long together are no accident, whether the rest is a word or not. */
const SURE_WORD = 9
const MOST_WORDS = 3
const MOST_READINGS = 6
/** Stems of a compound keep an ending that those of its last part lose. */
const LONGEST_ENDING = 3
/** What stands between two parts. */
const LINK = /(?:es|s|en|n|er|e)$/

/**
 * The query with a word replaced by compounds of the documentation that it is a part of, and a compound by its parts:
 * `Datenbank` also finds `Datenbankverbindung`, and the other way round. The documentation's own words say what is a part.
 */
export async function compoundReadings(
  variants: readonly QueryVariant[],
  index: Pick<SearchIndex, 'statistics' | 'wordsWith'>,
  analyzer: Analyzer,
): Promise<QueryVariant[]> {
  const asked = variants.filter(({ language }) => COMPOUNDING.has(language))
  const count = (term: string) => index.statistics.count(hashTerm(term))
  // Readings by synonyms repeat most terms.
  const compounds = new Map<string, string[][]>()
  const withTerm = async (term: string) => {
    const known = compounds.get(term) ?? (await compoundsOf(term, index, count)).map((word) => [word])
    compounds.set(term, known)
    return known
  }
  const readings: QueryVariant[] = []
  for (const variant of asked) {
    const { terms, language, share } = variant
    const stem = (part: string) => analyzer.terms(part, language)[0] ?? part
    for (const [at, term] of terms.entries()) {
      if (readings.length >= MOST_READINGS) return readings.slice(0, MOST_READINGS)
      for (const words of [partsOf(term, stem, count), ...(await withTerm(term))])
        if (words.length > 0)
          readings.push({ terms: terms.toSpliced(at, 1, ...words), language, share: share * COMPOUND_SHARE })
    }
  }
  return readings.slice(0, MOST_READINGS)
}

/** The most frequent words of which the term is the first or the last part. */
async function compoundsOf(
  term: string,
  index: Pick<SearchIndex, 'wordsWith'>,
  count: (term: string) => number,
): Promise<string[]> {
  if (term.length < SHORTEST_PART) return []
  const found = new Map<string, number>()
  for (const word of await index.wordsWith(term)) {
    if (word === term || found.has(word)) continue
    if (placesOf(term, word).some((at) => isCompound(term, word, at, count))) found.set(word, count(word))
  }
  return [...found]
    .filter(([, passages]) => passages > 0)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_WORDS)
    .map(([word]) => word)
}

function placesOf(term: string, word: string): number[] {
  const places: number[] = []
  for (let at = word.indexOf(term); at >= 0; at = word.indexOf(term, at + 1)) places.push(at)
  return places
}

/** Whether the term at this place of the word is its first or last part, and the rest is a word too. */
function isCompound(term: string, word: string, at: number, count: (term: string) => number): boolean {
  const [before, after] = [word.slice(0, at), word.slice(at + term.length)]
  const isLast = before !== '' && after.length <= LONGEST_ENDING
  if (before !== '' && !isLast) return false
  const rest = isLast ? before.replace(LINK, '') : after
  const isSure = rest.length >= SHORTEST_PART && term.length + rest.length >= SURE_WORD
  return isSure || (rest.length >= SHORTEST_PART - 1 && count(rest) > 0)
}

/** Two words of the documentation that the term is made of, the most even first; [] when it is made of none. */
function partsOf(term: string, stem: (part: string) => string, count: (term: string) => number): string[] {
  const places = Array.from(
    { length: Math.max(0, term.length - 2 * SHORTEST_PART + 1) },
    (_, at) => at + SHORTEST_PART,
  )
  const middle = term.length / 2
  for (const at of places.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))) {
    const [first, second] = [term.slice(0, at), stem(term.slice(at))]
    if (count(second) === 0) continue
    const known = [first, first.replace(LINK, '')]
      .filter((part) => part.length >= SHORTEST_PART)
      .map(stem)
      .find((part) => count(part) > 0)
    if (known !== undefined) return [known, second]
  }
  return []
}

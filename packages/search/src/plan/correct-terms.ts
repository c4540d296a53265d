import type { SearchIndex } from '../index/search-index.ts'
import { Turns } from '../turns.ts'
import { bitsIn } from '../words/bits.ts'
import { isBeginning, isCorrectable } from '../words/correctable.ts'
import { hashTerm } from '../words/passage-terms.ts'

/** From this length on a second letter may be wrong. */
const LONG = 8
const MOST_CORRECTED = 3
const MOST_MEANT = 3
/** A stem that is shorter than what was typed, as `authent` for `authenticat`: at least so long, and so much shorter. */
const SHORTEST_STEM = 5
const LONGEST_ENDING = 5
const WORDS_A_LOOK = 500

export type KnownWords = Pick<SearchIndex, 'statistics' | 'wordsLike' | 'hasTerm'>

/**
 * What was meant by terms that nothing has, by terms of passages that may be found: the most frequent that one begins,
 * or else the nearest, the more frequent when several are as near. The first letter must be right. Terms without such a
 * neighbour are left out of the answer.
 */
export async function correctTerms(
  terms: readonly string[],
  index: KnownWords,
  signal?: AbortSignal,
): Promise<Map<string, string[]>> {
  const corrected = new Map<string, string[]>()
  for (const term of terms.filter(isBeginning).slice(0, MOST_CORRECTED)) {
    const meant = await meantBy(term, index, signal)
    if (meant.length > 0) corrected.set(term, meant)
  }
  return corrected
}

async function meantBy(term: string, index: KnownWords, signal: AbortSignal | undefined): Promise<string[]> {
  const begun = new Set<string>()
  const stems = new Set<string>()
  const near = new Map<string, number>()
  const most = !isCorrectable(term) ? 0 : term.length >= LONG ? 2 : 1
  const letters = lettersOf(term)
  const turns = new Turns(signal)
  let looked = 0
  for (const other of await index.wordsLike(term)) {
    if (looked++ % WORDS_A_LOOK === 0 && turns.isOver) await turns.next()
    if (other.startsWith(term)) begun.add(other)
    else if (isStem(other, term)) stems.add(other)
    if (Math.abs(other.length - term.length) > most || near.has(other)) continue
    // Each slip adds a letter, takes one, or both.
    if (bitsIn(lettersOf(other) ^ letters) > 2 * most) continue
    const slips = slipsBetween(term, other)
    if (slips <= most) near.set(other, slips)
  }
  const ordered = (words: Iterable<string>, rank: (word: string) => number) =>
    [...words]
      .map((other) => ({ other, rank: rank(other), rarity: index.statistics.rarity(hashTerm(other)) }))
      .sort((first, second) => first.rank - second.rank || first.rarity - second.rarity)
      .map(({ other }) => other)
  const completed = await foundOf(
    ordered(begun, () => 0),
    MOST_MEANT,
    index,
  )
  if (completed.length > 0) return completed
  const nearest = await foundOf(
    ordered(near.keys(), (word) => near.get(word) ?? 0),
    1,
    index,
  )
  return nearest.length > 0
    ? nearest
    : foundOf(
        ordered(stems, (word) => -word.length),
        1,
        index,
      )
}

function isStem(other: string, term: string): boolean {
  const { length } = other
  return length >= SHORTEST_STEM && length >= term.length - LONGEST_ENDING && term.startsWith(other)
}

/** The first of the words that a passage has that may be found. */
async function foundOf(words: readonly string[], most: number, index: KnownWords): Promise<string[]> {
  const found: string[] = []
  for (const word of words) {
    if (found.length === most) break
    if (await index.hasTerm(hashTerm(word))) found.push(word)
  }
  return found
}

/** A bit for each letter that a word has, one for several. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** Letters that were left out, added, changed, or exchanged with their neighbour (optimal string alignment). */
export function slipsBetween(first: string, second: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: second.length + 1 }, (_, at) => at)
  for (let row = 1; row <= first.length; row++) {
    const current = [row]
    for (let column = 1; column <= second.length; column++) {
      const same = first[row - 1] === second[column - 1]
      let slips = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const exchanged = first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1]
      if (row > 1 && column > 1 && exchanged) slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1)
      current.push(slips)
    }
    beforeLast = last
    last = current
  }
  return last[second.length] ?? 0
}

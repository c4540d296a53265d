import type { Table } from '@lancedb/lancedb'
import type { LanceDb } from '../tables/lance.ts'
import { hashTerm } from '../words/passage-terms.ts'
import type { TermStatistics } from './term-statistics.ts'

const SHORTEST = 4
/** From this length on a second letter may be wrong. */
const LONG = 8
const MOST_CORRECTED = 3
/** Passages with similar words that are looked at for the word that was meant. */
const LOOKED_AT = 30
const WORD = /^\p{L}[\p{L}\p{N}]+$/u

/**
 * What was meant by terms that nothing has: for each the nearest term among the passages with similar ones, the more
 * frequent when several are as near. Terms without such a neighbour are left out of the answer.
 */
export async function correctTerms(
  terms: readonly string[],
  index: { table: Table; where: string | undefined; statistics: TermStatistics },
  lance: LanceDb,
): Promise<Map<string, string>> {
  const wanted = terms.filter((term) => term.length >= SHORTEST && WORD.test(term)).slice(0, MOST_CORRECTED)
  const corrected = new Map<string, string>()
  const similar = await Promise.all(wanted.map((term) => similarTerms(term, index, lance)))
  for (const [at, term] of wanted.entries()) {
    const nearest = [...(similar[at] ?? [])]
      .map((other) => ({ other, slips: slipsBetween(term, other) }))
      .filter(({ slips }) => slips <= (term.length >= LONG ? 2 : 1))
      .map((each) => ({ ...each, rarity: index.statistics.rarity(hashTerm(each.other)) }))
      .sort((first, second) => first.slips - second.slips || first.rarity - second.rarity)[0]
    if (nearest !== undefined) corrected.set(term, nearest.other)
  }
  return corrected
}

async function similarTerms(
  term: string,
  { table, where }: { table: Table; where: string | undefined },
  lance: LanceDb,
): Promise<Set<string>> {
  // Two, because letters that changed places are two edits to LanceDB.
  const fuzziness = term.length > SHORTEST ? 2 : 1
  const search = table
    .query()
    .fullTextSearch(new lance.MatchQuery(term, 'search', { fuzziness, prefixLength: 1 }))
  if (where !== undefined) search.where(where)
  const rows: { search: string }[] = await search.select(['search', '_score']).limit(LOOKED_AT).toArray()
  const terms = new Set<string>()
  for (const row of rows) {
    for (const other of row.search.split(' ')) {
      if (other[0] === term[0] && Math.abs(other.length - term.length) <= 2) terms.add(other)
    }
  }
  return terms
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

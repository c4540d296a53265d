import { defined, factNumber, isFact, isSpaceKey, nearestName } from '@docent/content'
import type { IndexedName } from '@docent/core/plugin'
import type { Table } from '@lancedb/lancedb'
import { factTerm } from '../storage/fact-term.ts'
import { isOneOf, quoted } from '../storage/sql.ts'

/** Unknown names of one look-up for which a suggestion is looked for. */
const MOST_COMPARED = 20
/** Slips that `nearestName` forgives, and what two slips can change. */
const MOST_SLIPS = 2
/** Two quotation marks of JSON. */
const QUOTES = 2

/**
 * Which of the names are in pages of these kinds, and what is nearest to the others.
 *
 * @param kinds undefined for all
 */
export async function findNames(
  terms: Table,
  asked: readonly string[],
  kinds: readonly number[] | undefined,
): Promise<ReadonlyMap<string, IndexedName>> {
  const stored = new Map(
    asked.map((name) => [JSON.stringify(isFact(name) ? factTerm(factNumber(name)) : name), name]),
  )
  const known = new Set<string>()
  for (const term of await readable(terms, isOneOf('term', stored.keys()), kinds))
    known.add(stored.get(term) ?? '')
  const compared = asked
    .filter((name) => !isFact(name) && !known.has(name) && !isSpaceKey(name))
    .slice(0, MOST_COMPARED)
  const nearest = new Map<string, string | undefined>()
  for (const name of compared) nearest.set(name, nearestName(name, await alike(terms, name, kinds)))
  return new Map(
    asked.map((name) => [name, { isKnown: known.has(name), ...defined({ nearest: nearest.get(name) }) }]),
  )
}

/** What is in limited pages takes no part. */
async function alike(terms: Table, name: string, kinds: readonly number[] | undefined): Promise<string[]> {
  const letters = [...JSON.stringify(name)]
  if (letters.length <= QUOTES) return []
  const [first, last] = [letters.slice(0, 2).join(''), letters.slice(-2).join('')]
  const [least, most] = [letters.length - MOST_SLIPS, letters.length + MOST_SLIPS]
  const where = `character_length(term) BETWEEN ${least} AND ${most}
    AND (starts_with(term, ${quoted(first)}) OR right(term, 2) = ${quoted(last)})`
  return (await readable(terms, where, kinds)).map((term): string => JSON.parse(term))
}

async function readable(
  terms: Table,
  where: string,
  kinds: readonly number[] | undefined,
): Promise<string[]> {
  const rows = await terms.query().where(`type = 'name' AND ${where}`).select(['term', 'kinds']).toArray()
  const isReadable = ({ kinds: its }: { kinds: string }) =>
    kinds === undefined || (JSON.parse(its) as number[]).some((kind) => kinds.includes(kind))
  return rows.filter(isReadable).map(({ term }) => term)
}

import { defined, factNumber, isFact, isSpaceKey, nearestName, UNREADABLE_GROUP } from '@docent/content'
import type { IndexedName } from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { spelled } from '../schema/spelled.ts'
import { isIn } from './project-row.ts'

/** Unknown names of one look-up for which a suggestion is looked for. */
const MOST_COMPARED = 20
/** Near names that are tried for one that the caller may read. */
const MOST_TRIED = 5
/** Slips that `nearestName` forgives, and what two slips can change. */
const MOST_SLIPS = 2

const isReadable = (found: string) => `EXISTS (
  SELECT 1 FROM docent.search_pages p JOIN docent.search_files f ON f.id = p.file
  WHERE p.project = $1 AND ${found} AND ${isIn('f', '$2')} AND (p.groups = '{}' OR p.groups && $3::text[]))`
const KNOWN_NAMES = `
  SELECT asked.name FROM unnest($4::text[]) AS asked(name) WHERE ${isReadable('p.names @> ARRAY[asked.name] COLLATE "C"')}`
const KNOWN_FACTS = `
  SELECT asked.fact FROM unnest($4::int[]) AS asked(fact) WHERE ${isReadable('p.facts @> ARRAY[asked.fact]')}`
const ALIKE = `
  SELECT name FROM docent.search_names
  WHERE project = $1 AND length(name) BETWEEN $2 AND $3 AND (left(name, 1) = $4 OR right(name, 1) = $5)`

export interface NamesRequest {
  readonly project: number
  readonly sequence: number
  readonly trustedGroups: readonly string[]
  readonly signal: AbortSignal | undefined
}

/** Which of the names are in pages that the groups may see, and what is nearest to the others. */
export async function findNames(
  postgres: Postgres,
  asked: readonly string[],
  request: NamesRequest,
): Promise<ReadonlyMap<string, IndexedName>> {
  const names = asked.filter((name) => !isFact(name))
  const facts = new Map(asked.filter(isFact).map((name) => [factNumber(name), name]))
  const known = await knownNames(postgres, names, request)
  for (const { fact } of await look<{ fact: number }>(postgres, KNOWN_FACTS, [...facts.keys()], request))
    known.add(facts.get(fact) ?? '')
  const compared = names.filter((name) => !known.has(name) && !isSpaceKey(name)).slice(0, MOST_COMPARED)
  const nearest = new Map<string, string | undefined>()
  for (const name of compared) nearest.set(name, await nearestReadable(postgres, name, request))
  return new Map(
    asked.map((name) => {
      const isKnown = known.has(name)
      return [name, { isKnown, ...defined({ nearest: nearest.get(name) }) }]
    }),
  )
}

async function knownNames(
  postgres: Postgres,
  names: readonly string[],
  request: NamesRequest,
): Promise<Set<string>> {
  const askable = names.filter((name) => !name.includes('\0'))
  const rows = await look<{ name: string }>(postgres, KNOWN_NAMES, askable, request)
  return new Set(rows.map(({ name }) => name))
}

async function look<Row>(
  postgres: Postgres,
  sql: string,
  asked: readonly (string | number)[],
  { project, sequence, trustedGroups, signal }: NamesRequest,
): Promise<Row[]> {
  if (asked.length === 0) return []
  const groups = readerGroups(trustedGroups)
  const { rows } = await postgres.query<Row>(
    sql,
    [project, sequence, groups, asked],
    signal === undefined ? {} : { signal },
  )
  return rows
}

/** What is in limited pages takes no part: nearer names that the caller may not read are passed over. */
async function nearestReadable(
  postgres: Postgres,
  name: string,
  request: NamesRequest,
): Promise<string | undefined> {
  if (name.includes('\0')) return undefined
  const letters = [...name]
  const { rows } = await postgres.query<{ name: string }>(
    ALIKE,
    [
      request.project,
      letters.length - MOST_SLIPS,
      letters.length + MOST_SLIPS,
      letters[0] ?? '',
      letters.at(-1) ?? '',
    ],
    request.signal === undefined ? {} : { signal: request.signal },
  )
  const others = new Set(rows.map((row) => row.name))
  const tried: string[] = []
  while (tried.length < MOST_TRIED) {
    const next = nearestName(name, others)
    if (next === undefined) break
    tried.push(next)
    others.delete(next)
  }
  const readable = await knownNames(postgres, tried, request)
  return tried.find((each) => readable.has(each))
}

/** As they are stored. Nobody belongs to the group of a page whose groups could not be read. */
export function readerGroups(trustedGroups: readonly string[]): string[] {
  return trustedGroups.filter((group) => group !== UNREADABLE_GROUP).map(spelled)
}

import type { CallOptions, IndexedName, RetrievalFilter } from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { firstLetter, type IndexedPassage, passesFilter, type SearchIndex } from '@docent/search'
import { findCandidates } from './find-candidates.ts'
import { findNames } from './find-names.ts'
import { type OpenRevision, RevisionGone } from './open-revision.ts'
import { isIn } from './project-row.ts'
import type { RowCache } from './row-cache.ts'

const HAS_TERM = `
  SELECT 1 FROM docent.search_postings p JOIN docent.search_passages t ON t.id = p.passage
  JOIN docent.search_files f ON f.id = t.file
  WHERE p.project = $1 AND p.term = $2 AND ($3::int[] IS NULL OR p.kind = ANY ($3)) AND ${isIn('f', '$4')} LIMIT 1`
/** The words of the same letter that it begins, that begin it, or that may differ by two letters. */
const WORDS_LIKE = `
  SELECT word FROM docent.search_words
  WHERE project = $1 AND word >= $2 AND word < $2 || U&'\\+10FFFF'
  AND (length(word) BETWEEN length($3) - 2 AND length($3) + 2 OR starts_with(word, $3) OR starts_with($3, word))`
const WORDS_WITH = 'SELECT word FROM docent.search_words WHERE project = $1 AND position($2 IN word) > 0'

export interface PostgresSearchParts {
  readonly postgres: Postgres
  readonly cache: RowCache
  readonly filter: RetrievalFilter
  readonly signal: AbortSignal | undefined
}

/** One search of one revision. */
export class PostgresSearchIndex implements SearchIndex {
  readonly #revision: OpenRevision
  readonly #parts: PostgresSearchParts
  /** What may be found; undefined for everything. */
  readonly #kinds: readonly number[] | undefined
  readonly languages: readonly string[]
  readonly embedding = undefined
  readonly statistics: SearchIndex['statistics']
  readonly links: SearchIndex['links']

  constructor(revision: OpenRevision, parts: PostgresSearchParts) {
    this.#revision = revision
    this.#parts = parts
    const { filter } = parts
    const passing = [...revision.kinds].filter(([, attributes]) => passesFilter(attributes, filter))
    this.#kinds = passing.length === revision.kinds.size ? undefined : passing.map(([kind]) => kind)
    const isTrusted = (filter.trustedGroups ?? []).length > 0
    this.languages = JSON.parse(revision.row.languages)
    this.statistics = isTrusted ? revision.statistics : revision.openStatistics
    this.links = revision.links
  }

  candidates(terms: readonly number[], limit: number): Promise<number[]> {
    const { number: project, sequence } = this.#revision.row
    const { postgres, signal } = this.#parts
    const { statistics } = this
    return findCandidates(postgres, terms, {
      project,
      sequence,
      kinds: this.#kinds,
      statistics,
      limit,
      signal,
    })
  }

  async near(): Promise<number[]> {
    return []
  }

  passages(ids: readonly number[]): Promise<IndexedPassage[]> {
    return this.#parts.cache.passages(ids, this.#parts.signal)
  }

  async texts(ids: readonly number[]): Promise<string[]> {
    const rows = await this.#rows<{ id: number; passage: string }>(
      'SELECT id, passage FROM docent.search_passages WHERE id = ANY ($1::bigint[])',
      [ids],
    )
    const found = new Map(rows.map(({ id, passage }) => [id, passage]))
    return ids.map((id) => {
      const text = found.get(id)
      if (text === undefined) throw new RevisionGone()
      return text
    })
  }

  async hasTerm(term: number): Promise<boolean> {
    const { number, sequence } = this.#revision.row
    const kinds = this.#kinds === undefined ? null : [...this.#kinds]
    return (await this.#rows(HAS_TERM, [number, term | 0, kinds, sequence])).length > 0
  }

  async wordsLike(term: string): Promise<string[]> {
    return this.#words(WORDS_LIKE, [this.#revision.row.number, firstLetter(term), term])
  }

  wordsWith(term: string): Promise<string[]> {
    return this.#words(WORDS_WITH, [this.#revision.row.number, term])
  }

  names(names: readonly string[], { signal }: CallOptions): Promise<ReadonlyMap<string, IndexedName>> {
    const { number: project, sequence } = this.#revision.row
    const { trustedGroups = [] } = this.#parts.filter
    return findNames(this.#parts.postgres, names, { project, sequence, trustedGroups, signal })
  }

  async #words(sql: string, values: readonly (string | number)[]): Promise<string[]> {
    return (await this.#rows<{ word: string }>(sql, values)).map(({ word }) => word)
  }

  async #rows<Row>(sql: string, values: Parameters<Postgres['query']>[1]): Promise<Row[]> {
    const { postgres, signal } = this.#parts
    const { rows } = await postgres.query<Row>(sql, values, signal === undefined ? {} : { signal })
    return rows
  }
}

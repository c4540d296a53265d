import type { CallOptions, IndexedName, RetrievalFilter } from '@docent/core/plugin'
import { decodeTerms, firstLetter, type IndexedPassage, type SearchIndex } from '@docent/search'
import { isOfKinds, quoted } from '../storage/sql.ts'
import { tokenOf } from '../storage/token-of.ts'
import { findNames } from './find-names.ts'
import type { OpenRevision } from './open-revision.ts'
import { passingKinds } from './passing-kinds.ts'

const PASSAGE = ['about', 'terms', '_rowid']

/** One search of one revision. LanceDB's numbers of rows name the passages: they are the same for a version. */
export class LanceSearchIndex implements SearchIndex {
  readonly #revision: OpenRevision
  readonly #trustedGroups: readonly string[]
  /** What may be found; undefined for everything. */
  readonly #kinds: readonly number[] | undefined
  /** Read with the candidates. */
  readonly #passages = new Map<number, IndexedPassage>()
  readonly languages: SearchIndex['languages']
  readonly embedding: SearchIndex['embedding']
  readonly statistics: SearchIndex['statistics']
  readonly links: SearchIndex['links']

  constructor(revision: OpenRevision, filter: RetrievalFilter) {
    const { trustedGroups = [] } = filter
    this.#revision = revision
    this.#trustedGroups = trustedGroups
    this.#kinds = passingKinds(revision.kinds, filter)
    this.languages = revision.languages
    this.embedding = revision.served.embedding
    this.statistics = trustedGroups.length > 0 ? revision.statistics : revision.openStatistics
    this.links = revision.links
  }

  async candidates(terms: readonly number[], limit: number): Promise<number[]> {
    if (terms.length === 0) return []
    const { MatchQuery } = await import('@lancedb/lancedb')
    const rows = await this.#revision.tables.passages
      .query()
      .fullTextSearch(new MatchQuery([...new Set(terms)].map(tokenOf).join(' '), 'tokens'))
      .where(isOfKinds(this.#kinds))
      .select([...PASSAGE, '_score'])
      .withRowId()
      .limit(limit)
      .toArray()
    return rows.map((row) => this.#remember(row))
  }

  async near(vector: readonly number[], limit: number): Promise<number[]> {
    const rows = await this.#revision.tables.passages
      .query()
      .nearestTo([...vector])
      .distanceType('cosine')
      .where(isOfKinds(this.#kinds))
      .select([...PASSAGE, '_distance'])
      .withRowId()
      .limit(limit)
      .toArray()
    return rows.map((row) => this.#remember(row))
  }

  async passages(ids: readonly number[]): Promise<IndexedPassage[]> {
    return ids.map((id) => found(this.#passages.get(id)))
  }

  async texts(ids: readonly number[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await this.#revision.tables.passages
      .takeRowIds([...ids])
      .select(['passage', '_rowid'])
      .withRowId()
      .toArray()
    const texts = new Map<number, string>(rows.map(({ _rowid, passage }) => [Number(_rowid), passage]))
    return ids.map((id) => found(texts.get(id)))
  }

  async hasTerm(term: number): Promise<boolean> {
    return (await this.candidates([term], 1)).length > 0
  }

  async wordsLike(term: string): Promise<string[]> {
    return this.#words(`starts_with(term, ${quoted(opening(firstLetter(term)))})`)
  }

  async wordsWith(term: string): Promise<string[]> {
    return this.#words(`strpos(term, ${quoted(opening(term).slice(1))}) > 0`)
  }

  names(names: readonly string[], _options: CallOptions): Promise<ReadonlyMap<string, IndexedName>> {
    const kinds = passingKinds(this.#revision.kinds, { trustedGroups: this.#trustedGroups })
    return findNames(this.#revision.tables.terms, names, kinds)
  }

  async #words(where: string): Promise<string[]> {
    const rows = await this.#revision.tables.terms
      .query()
      .where(`type = 'word' AND ${where}`)
      .select(['term'])
      .toArray()
    return rows.map(({ term }): string => JSON.parse(term))
  }

  #remember({ _rowid, about, terms }: { _rowid: bigint; about: string; terms: Uint8Array }): number {
    const id = Number(_rowid)
    const [pagePath, title, version, language]: [string, string, string, string] = JSON.parse(about)
    this.#passages.set(id, { pagePath, variant: { title, version, language }, terms: decodeTerms(terms) })
    return id
  }
}

/** JSON of a text that begins so. */
function opening(text: string): string {
  return JSON.stringify(text).slice(0, -1)
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A passage of the revision is missing.')
  return value
}

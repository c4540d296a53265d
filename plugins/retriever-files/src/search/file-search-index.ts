import type { CallOptions, IndexedName, RetrievalFilter } from '@docent/core/plugin'
import { type IndexedPassage, type SearchIndex, Turns } from '@docent/search'
import type { ProjectNames } from '../names/project-names.ts'
import type { OpenRevision } from '../revision/revision-reader.ts'
import { segmentAt } from '../segments/places.ts'
import { rowTest } from '../segments/row-test.ts'
import { NO_ROWS, ReadBuffer } from '../segments/term-lists.ts'
import type { CandidateSearch } from './find-candidates.ts'
import { findNear } from './find-near.ts'

export interface FileSearchRequest {
  readonly filter: RetrievalFilter
  readonly candidates: CandidateSearch
  readonly names: ProjectNames
  readonly signal: AbortSignal | undefined
}

/** One search of an open revision. The numbers of passages are their places (see `placeOf`). */
export class FileSearchIndex implements SearchIndex {
  readonly #revision: OpenRevision
  readonly #request: FileSearchRequest
  readonly languages: readonly string[]
  readonly embedding: SearchIndex['embedding']
  readonly statistics: SearchIndex['statistics']
  readonly links: SearchIndex['links']

  constructor(revision: OpenRevision, request: FileSearchRequest) {
    this.#revision = revision
    this.#request = request
    const isTrusted = (request.filter.trustedGroups ?? []).length > 0
    this.languages = revision.current.languages
    this.embedding = revision.current.embedding
    this.statistics = isTrusted ? revision.statistics : revision.openStatistics
    this.links = revision.links
  }

  candidates(terms: readonly number[], limit: number): Promise<number[]> {
    const { candidates, filter, signal } = this.#request
    const { views } = this.#revision
    return candidates.find(terms, { views, statistics: this.statistics, filter, limit, signal })
  }

  near(vector: readonly number[], limit: number): Promise<number[]> {
    const { filter, signal } = this.#request
    return findNear(vector, { views: this.#revision.views, filter, limit, signal })
  }

  passages(ids: readonly number[]): Promise<IndexedPassage[]> {
    return this.#revision.rows.rows(this.#revision.views, ids)
  }

  texts(ids: readonly number[]): Promise<string[]> {
    return Promise.all(
      ids.map((place) => {
        const { segment, row } = segmentAt(this.#revision.views, place)
        return segment.passage(row)
      }),
    )
  }

  async hasTerm(term: number): Promise<boolean> {
    const buffer = new ReadBuffer()
    for (const view of this.#revision.views) {
      const [{ rows } = NO_ROWS] = await view.segment.lists.rowsOf([term], buffer)
      if (rows.some(rowTest(view, this.#request.filter))) return true
    }
    return false
  }

  async wordsLike(term: string): Promise<string[]> {
    const words: string[][] = []
    for (const { segment } of this.#revision.views) words.push(await segment.wordsLike(term))
    return words.flat()
  }

  async wordsWith(term: string): Promise<Set<string>> {
    const words = new Set<string>()
    const turns = new Turns(this.#request.signal)
    for (const { segment } of this.#revision.views) {
      if (turns.isOver) await turns.next()
      const text = await segment.wordsText()
      for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
        const end = text.indexOf('\n', at)
        words.add(text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end))
      }
    }
    return words
  }

  names(names: readonly string[], options: CallOptions): Promise<ReadonlyMap<string, IndexedName>> {
    const { filter } = this.#request
    return this.#request.names.look(this.#revision, names, {
      ...options,
      trustedGroups: filter.trustedGroups ?? [],
    })
  }
}

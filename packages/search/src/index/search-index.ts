import type { CallOptions, IndexEmbedding, IndexedName } from '@docent/core/plugin'
import type { LinkTexts } from '../links/link-texts.ts'
import type { PassageTerms } from '../words/passage-terms.ts'
import type { TermStatistics } from './term-statistics.ts'

/** A passage, as ranking needs it. */
export interface IndexedPassage {
  readonly pagePath: string
  readonly terms: PassageTerms
  /** What of the passage tells variants of a page apart; '' for what it does not have. */
  readonly variant: { title: string; version: string; language: string }
}

/**
 * What an engine answers for one search: of one committed revision, and of what the filter of the query allows. A number
 * names a passage; the passages of equal score come in the order of their numbers.
 */
export interface SearchIndex {
  /** ISO 639-1 codes of its passages, the most frequent first. */
  readonly languages: readonly string[]
  /** Whose vectors its passages have. */
  readonly embedding: IndexEmbedding | undefined
  /** Of the passages that the caller may see: rare words of others must not order what is found. */
  readonly statistics: TermStatistics
  readonly links: Pick<LinkTexts, 'of' | 'mentionsOf'>
  /** The passages with any of the terms (see `hashTerm`), the best by `candidateImpact` first. */
  candidates(terms: readonly number[], limit: number): Promise<readonly number[]>
  /** The passages whose vectors point most nearly as this one does, the nearest first. */
  near(vector: readonly number[], limit: number): Promise<readonly number[]>
  /** In the order of the numbers. */
  passages(ids: readonly number[]): Promise<readonly IndexedPassage[]>
  /** JSON of each passage, as it was written. */
  texts(ids: readonly number[]): Promise<readonly string[]>
  /** Whether a passage has the term. */
  hasTerm(term: number): Promise<boolean>
  /**
   * Terms of the index with the first letter of this one, as they are spelt: at least those that it begins, those that
   * begin it, and those that differ by one or two letters. Some may be in no passage that can be found.
   */
  wordsLike(term: string): Promise<Iterable<string>>
  /** Terms of the index that begin with the term, or have it at their end but for a few letters; others may be among them. */
  wordsWith(term: string): Promise<Iterable<string>>
  /** See `Retriever.names`. */
  names(names: readonly string[], options: CallOptions): Promise<ReadonlyMap<string, IndexedName>>
}

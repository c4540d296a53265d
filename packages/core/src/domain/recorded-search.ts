import type { ProjectId } from './ids.ts'

/** Who searched: the assistant for an answer, a client of the search route, or a model over MCP. */
export type SearchSource = 'assistant' | 'search' | 'mcp'

/** A search that belongs to no conversation. */
export interface RecordedSearch {
  readonly projectId: ProjectId
  readonly source: Exclude<SearchSource, 'assistant'>
  /** Fingerprint of the caller; `anonymous` when it gave none. */
  readonly fp: string
  /** As it was asked. */
  readonly query: string
  /** Hash of the reader for one day, see `PageView`; absent when nobody can open a result. */
  readonly visitor?: string
  /** Route paths of the pages that were found, each once. */
  readonly paths?: readonly string[]
  /** Results that it had. */
  readonly results: number
  /** How long it took. */
  readonly ms: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** A reader opens a page, perhaps one that a search of theirs found. */
export interface SearchClick {
  readonly projectId: ProjectId
  readonly visitor: string
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly clickedAt: number
}

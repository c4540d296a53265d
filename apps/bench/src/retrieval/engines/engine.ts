import type { CollectionKind, Entry } from '../collection.ts'

/** What is measured: an index in a folder, built by one process and searched by another. */
export interface Engine {
  readonly name: string
  create(folder: string, kind: CollectionKind): Promise<IndexWriter>
  open(folder: string, kind: CollectionKind): Promise<SearchIndex>
  /** What the engine takes outside of its process and its folder, such as in a database. */
  readonly outside?: {
    /** Since it was started. */
    cpuMs(): number
    memoryBytes(): number
    diskBytes(folder: string): Promise<number>
  }
}

export interface IndexWriter {
  add(entries: readonly Entry[]): Promise<void>
  /** Makes everything searchable, at full speed, from the folder alone. */
  finish(): Promise<void>
}

export interface SearchIndex {
  /** Paths of pages, each once, the best first: more than ten, if so many match. */
  search(text: string): Promise<string[]>
  close(): Promise<void>
}

/** Most passages that an engine without a limit of its own for passages of a page is asked for. */
export const MOST_PASSAGES = 50

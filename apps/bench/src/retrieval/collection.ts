import type { Page, Passage } from '@docent/content'

/** A page as the retriever is given it. */
export interface Entry {
  page: Page
  passages: Passage[]
  hash: string
}

export interface Query {
  text: string
  /** Page path → grade. */
  relevant: ReadonlyMap<string, number>
  /** The pages that hold the link whose text this is: no honest answers. */
  exclude: ReadonlySet<string>
  /** The site it was taken from. */
  site?: string
  /** Whether nobody tuned on it, where the collection says so. */
  held?: boolean
}

/** What the fields of a collection mean; the weights of an engine depend on it. */
export type CollectionKind = 'abstracts' | 'documentation'

export interface Collection {
  name: string
  kind: CollectionKind
  entries: Entry[]
  queries: Query[]
}

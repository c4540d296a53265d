import type { CallOptions, SourceFile, SourceProblem, SourceSnapshot } from '@docent/core/plugin'
import type { PageStore } from './crawl/page-store.ts'
import type { SnapshotPages } from './crawl/snapshot-pages.ts'

/** The pages of a site at the end of one crawl, read from disk. */
export class SiteSnapshot implements SourceSnapshot {
  readonly revision: string
  readonly files: SourceFile[]
  readonly problems: readonly SourceProblem[]
  readonly #store: PageStore
  #isClosed = false

  constructor(store: PageStore, { revision, files }: SnapshotPages, problems: readonly SourceProblem[]) {
    this.revision = revision
    this.problems = problems
    this.#store = store
    this.files = files.map(({ path, hash }) => ({
      path,
      hash,
      read: async ({ signal }: CallOptions = {}) => {
        signal?.throwIfAborted()
        return store.read(hash, signal)
      },
    }))
    store.opened()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#store.closed()
  }
}

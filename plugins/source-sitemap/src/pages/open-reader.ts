import { threadEntry } from '@docent/core/plugin'
import type { PageReader, ReaderSite } from './page-reader.ts'
import { type PageInput, type ReadReply, readReply } from './read-reply.ts'
import { SiteScope } from './site-scope.ts'
import { ThreadReader } from './thread-reader.ts'

/**
 * Reads in a thread, except under a test runner: making Markdown of a large page takes seconds, in which a server would answer
 * nobody.
 */
export function openReader(site: ReaderSite): PageReader {
  const entry = threadEntry(import.meta.url, { built: './page.worker.js', source: '../page.worker.ts' })
  return entry ? new ThreadReader(entry, site) : new InProcessReader(site)
}

class InProcessReader implements PageReader {
  readonly #options: Parameters<typeof readReply>[1]

  constructor({ source, origins, product }: ReaderSite) {
    this.#options = { scope: new SiteScope(source, origins), product }
  }

  async read(page: PageInput): Promise<ReadReply> {
    return readReply(page, this.#options)
  }

  async close(): Promise<void> {}
}

import { type ThreadFailure, ThreadPool } from '@docent/core/plugin'
import type { PageReader, ReaderSite } from './page-reader.ts'
import type { PageInput, ReadReply } from './read-reply.ts'

/** No page is worth more, ms: the crawl leaves it out. */
const LONGEST_MS = 60_000
const MEMORY_MB = 1_024

/** Reads pages in one worker thread, one after the other. It reports a page that breaks the thread, and starts another. */
export class ThreadReader implements PageReader {
  readonly #pool: ThreadPool<PageInput, ReadReply>

  /** @param entry the module of `page.worker.ts` */
  constructor(entry: URL, site: ReaderSite, longestMs: number = LONGEST_MS) {
    this.#pool = new ThreadPool({
      entry,
      work: site,
      threads: 1,
      timeoutMs: longestMs,
      memoryMb: MEMORY_MB,
      failed: (_page, failure) => ({ kind: 'broken', reason: reasonOf(failure, longestMs) }),
    })
  }

  async read(page: PageInput, signal: AbortSignal): Promise<ReadReply> {
    const [reply] = await this.#pool.run([page], { signal })
    if (reply === undefined) throw new Error('The thread gave no answer.')
    return reply
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

function reasonOf({ cause, message }: ThreadFailure, longestMs: number): string {
  if (cause === 'time') return `it took longer than ${longestMs} ms`
  if (cause === 'end') return 'the thread ended'
  return message
}

import type { CallOptions } from '../ports/call-options.ts'
import type { PageParser, ParsedFile, SourceText } from './page-parser.ts'
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'

/** Parses in worker threads. A file that a thread dies of is reported as failed. */
export class ThreadPoolParser implements PageParser {
  readonly #pool: ThreadPool<SourceText, ParsedFile>

  constructor(options: Pick<ThreadPoolOptions<SourceText, ParsedFile>, 'entry' | 'threads' | 'timeoutMs'>) {
    this.#pool = new ThreadPool({
      ...options,
      work: 'parse',
      failed: ({ file }, failure) => ({ file, failure }),
    })
  }

  parse(files: readonly SourceText[], options?: CallOptions): Promise<ParsedFile[]> {
    return this.#pool.run(files, options)
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

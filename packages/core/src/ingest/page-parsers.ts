import { availableParallelism } from 'node:os'
import { injectable } from 'tsyringe'
import { InProcessParser } from './in-process-parser.ts'
import type { PageParser } from './page-parser.ts'
import { ThreadPoolParser } from './thread-pool-parser.ts'
import { workerEntry } from './worker-entry.ts'

/** Starting a thread costs as much as parsing about this many pages. */
const THREADS_FROM_FILES = 40
const MOST_THREADS = 4

/** Chooses where to parse: in this process for a few files, in threads for many. */
@injectable()
export class PageParsers {
  open(files: number): PageParser {
    const entry = workerEntry()
    if (files < THREADS_FROM_FILES || entry === undefined) return new InProcessParser()
    return new ThreadPoolParser({ entry, threads: Math.min(availableParallelism(), MOST_THREADS) })
  }
}

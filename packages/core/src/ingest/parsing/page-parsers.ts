import { availableParallelism } from 'node:os'
import { injectable } from 'tsyringe'
import { InProcessParser } from './in-process-parser.ts'
import type { PageParser, SiteFiles } from './page-parser.ts'
import { ThreadPoolParser } from './thread-pool-parser.ts'
import { workerEntry } from './worker-entry.ts'

const MOST_THREADS = 4

/** Opens a parser for the files of a site. What strangers wrote is read in threads, under limits. */
@injectable()
export class PageParsers {
  open(site: SiteFiles): PageParser {
    const entry = workerEntry()
    if (entry === undefined) return new InProcessParser(site)
    return new ThreadPoolParser(site, { entry, threads: Math.min(availableParallelism(), MOST_THREADS) })
  }
}

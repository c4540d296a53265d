import { availableParallelism } from 'node:os'
import { inject, injectable } from 'tsyringe'
import { NO_SITE_MODULES, SiteModules } from '../../ports/site-modules.ts'
import { InProcessParser } from './in-process-parser.ts'
import type { PageParser, SiteFiles } from './page-parser.ts'
import { PARSE_WORKER, threadEntry } from './thread-entry.ts'
import { ThreadPoolParser } from './thread-pool-parser.ts'

const MOST_THREADS = 4

/** Opens a parser for the files of a site. What strangers wrote is read in threads, under limits. */
@injectable()
export class PageParsers {
  readonly open: (site: SiteFiles) => PageParser

  constructor(@inject(SiteModules) modules: SiteModules = NO_SITE_MODULES) {
    this.open = (site) => {
      const entry = threadEntry(import.meta.url, PARSE_WORKER)
      if (entry === undefined) return new InProcessParser(site)
      const threads = Math.min(availableParallelism(), MOST_THREADS)
      return new ThreadPoolParser(site, { entry, threads, modules })
    }
  }
}

import type { ArrangedPage } from '@docent/content'
import type { CallOptions } from '../../ports/call-options.ts'
import { NO_SITE_MODULES, type SiteModules } from '../../ports/site-modules.ts'
import type {
  NavigationPlace,
  PageParser,
  ParsedFile,
  SiteDescription,
  SiteFiles,
  SourceText,
} from './page-parser.ts'
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'

/** What the worker threads of documentation do: see parse.worker.ts. */
export type ThreadWork = ({ kind: 'site'; site: SiteFiles } | { kind: 'inspect' }) & { modules: SiteModules }

/** A task for a thread that reads a site: describe the site, arrange its pages, or parse a page. */
export type SiteRequest = 'describe' | { arranged: ReadonlyMap<string, ArrangedPage> } | SourceText
export type SiteAnswer = SiteDescription | { navigation: readonly NavigationPlace[] } | ParsedFile

export interface ThreadPoolParserOptions
  extends Omit<ThreadPoolOptions<SiteRequest, SiteAnswer>, 'work' | 'failed'> {
  /** Default: none. */
  modules?: SiteModules
}

/** Parses in worker threads. A file that a thread dies of is reported as failed. */
export class ThreadPoolParser implements PageParser {
  readonly #pool: ThreadPool<SiteRequest, SiteAnswer>

  constructor(site: SiteFiles, { modules = NO_SITE_MODULES, ...options }: ThreadPoolParserOptions) {
    this.#pool = new ThreadPool({
      ...options,
      work: { kind: 'site', site, modules } satisfies ThreadWork,
      failed: (request, { message }) => ({
        file: typeof request === 'object' && 'file' in request ? request.file : '',
        failure: message,
      }),
    })
  }

  async describe(options?: CallOptions): Promise<SiteDescription> {
    const [answer] = await this.#pool.run(['describe'], options)
    if (answer !== undefined && 'places' in answer) return answer
    throw new Error(
      answer !== undefined && 'failure' in answer ? answer.failure : 'The thread gave no answer.',
    )
  }

  async arrange(
    pages: ReadonlyMap<string, ArrangedPage>,
    options?: CallOptions,
  ): Promise<readonly NavigationPlace[]> {
    const [answer] = await this.#pool.run([{ arranged: pages }], options)
    if (answer !== undefined && 'navigation' in answer) return answer.navigation
    throw new Error(
      answer !== undefined && 'failure' in answer ? answer.failure : 'The thread gave no answer.',
    )
  }

  async parse(files: readonly SourceText[], options?: CallOptions): Promise<ParsedFile[]> {
    const answers = await this.#pool.run(files, options)
    return answers.filter((answer): answer is ParsedFile => 'file' in answer)
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

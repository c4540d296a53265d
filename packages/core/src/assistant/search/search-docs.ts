import type { Page } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { Project } from '../../domain/project.ts'
import type { RecordedSearch } from '../../domain/recorded-search.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { Logger } from '../../ports/logger.ts'
import { type RetrievalFilter, Retriever } from '../../ports/retriever.ts'
import { ThreadStore } from '../../ports/thread-store.ts'
import { FoundPassages, resultView, type SearchResultView } from './found-passages.ts'
import { recordSearch } from './record-search.ts'
import { RetrievePassages } from './retrieve-passages.ts'

/** Search and page content for the discovery routes and MCP: the same retrieval that answers rest on. */
@injectable()
export class SearchDocs {
  constructor(
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(RetrievePassages) private readonly retrieve: RetrievePassages,
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {}

  /** Best first; `scoreThreshold` 0 to 1 leaves out what scores less. */
  async search(
    request: {
      project: Project
      query: string
      pageSize: number
      scoreThreshold?: number
      filter?: RetrievalFilter
      /** Who searches, for the analytics; absent leaves no trace. */
      record?: Pick<RecordedSearch, 'source' | 'fp'>
    },
    options: CallOptions = {},
  ): Promise<SearchResultView[]> {
    const { project, query, pageSize, scoreThreshold = 0, filter, record } = request
    const began = this.clock.now()
    const found = await this.retrieve.retrieve(
      project,
      { text: query, limit: pageSize, ...(filter ? { filter } : {}) },
      options,
    )
    const results = found.filter(({ score }) => score >= scoreThreshold)
    if (record) {
      const createdAt = this.clock.now()
      const about = {
        projectId: project.id,
        query,
        results: results.length,
        ms: createdAt - began,
        createdAt,
      }
      recordSearch({ threads: this.threads, logger: this.logger }, { ...record, ...about })
    }
    return new FoundPassages(project).add(results).map(resultView)
  }

  /** @throws DocentError `not_found`, also for a page that the groups do not allow. */
  async page(
    request: { project: Project; path: string; trustedGroups?: readonly string[] },
    options: CallOptions = {},
  ): Promise<Page> {
    const { project, path, trustedGroups = [] } = request
    const page = await this.retriever.page(project.id, path, { ...options, trustedGroups })
    if (!page) throw new DocentError('not_found', `There is no page ${path.slice(0, 200)}.`)
    return page
  }
}

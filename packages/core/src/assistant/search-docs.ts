import type { Page } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { type RetrievalFilter, Retriever } from '../ports/retriever.ts'
import { FoundPassages, resultView, type SearchResultView } from './found-passages.ts'
import { RetrievePassages } from './retrieve-passages.ts'

/** Search and page content for the discovery routes and MCP: the same retrieval that answers rest on. */
@injectable()
export class SearchDocs {
  constructor(
    @inject(Retriever as symbol) private readonly retriever: Retriever,
    @inject(RetrievePassages) private readonly retrieve: RetrievePassages,
  ) {}

  /** Best first; `scoreThreshold` 0 to 1 leaves out what scores less. */
  async search(
    request: {
      project: Project
      query: string
      pageSize: number
      scoreThreshold?: number
      filter?: RetrievalFilter
    },
    options: CallOptions = {},
  ): Promise<SearchResultView[]> {
    const { project, query, pageSize, scoreThreshold = 0, filter } = request
    const found = await this.retrieve.execute(
      project,
      { text: query, limit: pageSize, ...(filter ? { filter } : {}) },
      options,
    )
    return new FoundPassages(project)
      .add(found.filter(({ score }) => score >= scoreThreshold))
      .map(resultView)
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

import { joinNeighbours } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { Project } from '../../domain/project.ts'
import type { SpendKey } from '../../domain/spend.ts'
import { PrepareQuery } from '../../ingest/prepare-query.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { type RetrievalQuery, type RetrievedPassage, Retriever } from '../../ports/retriever.ts'
import { Settings } from '../../ports/settings.ts'
import { NO_TELEMETRY, Telemetry } from '../../ports/telemetry.ts'
import { FilterScopes } from './filter-scopes.ts'
import { RerankPassages } from './rerank-passages.ts'

/** What a retriever takes. */
const MOST_PASSAGES = 200

export interface RetrieveOptions extends CallOptions {
  /** The key of the request, whose monthly spend cap counts beside the project's. */
  key?: SpendKey | undefined
}

/**
 * The one way to passages: answers, the search route, MCP and evaluations all find the same. With a re-ranking model
 * the search gives more candidates, all of which passed the filter, and the model says which of them are best.
 */
@injectable()
export class RetrievePassages {
  constructor(
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(PrepareQuery) private readonly queries: PrepareQuery,
    @inject(RerankPassages) private readonly reranker: RerankPassages,
    @inject(Settings) private readonly settings: Settings,
    @inject(FilterScopes) private readonly scopes: FilterScopes,
    @inject(Telemetry) private readonly telemetry: Telemetry = NO_TELEMETRY,
  ) {}

  /**
   * Best first.
   * @throws DocentError what the retriever throws, and `model_not_configured` for a re-ranking model that is not there.
   */
  retrieve(
    project: Project,
    query: RetrievalQuery,
    options: RetrieveOptions = {},
  ): Promise<RetrievedPassage[]> {
    const { telemetry } = this
    if (!telemetry.isOn) return this.#retrieve(project, query, options)
    const attributes = {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.data_source.id': project.id,
      'gen_ai.retrieval.query.text': telemetry.withContent ? query.text : undefined,
    }
    return telemetry.trace(`retrieval ${project.id}`, { attributes }, async (span) => {
      const begun = performance.now()
      const found = await this.#retrieve(project, query, options)
      telemetry.record('docent.search.duration', (performance.now() - begun) / 1_000, {
        'docent.project.id': project.id,
      })
      span.set({ 'docent.search.passages': found.length })
      return found
    })
  }

  async #retrieve(
    project: Project,
    query: RetrievalQuery,
    options: RetrieveOptions,
  ): Promise<RetrievedPassage[]> {
    const { filter, limit } = query
    if (filter?.language === undefined && filter?.version === undefined)
      return this.#ranked(project, query, options)
    const scope = await this.scopes.open(project, filter, options)
    // Some may go, because a page in the language or version says the same.
    const wanted = Math.min(2 * limit, MOST_PASSAGES)
    const found = await this.#ranked(project, { ...query, limit: wanted, filter: scope.filter }, options)
    return scope.order(found).slice(0, limit)
  }

  async #ranked(
    project: Project,
    query: RetrievalQuery,
    options: RetrieveOptions,
  ): Promise<RetrievedPassage[]> {
    const { rerank } = project.models
    if (rerank === undefined) return this.#search(project, query, options)
    const { text, limit, joinNeighbours: joins = false } = query
    const candidates = Math.max(this.settings.assistant.rerank.candidates, limit)
    // Neighbours are joined afterwards: a model says more about the pieces than about what they add up to.
    const found = await this.#search(project, { ...query, limit: candidates, joinNeighbours: false }, options)
    const ranked = await this.reranker.rerank(rerank, text, found, { project, key: options.key }, options)
    return (joins ? joinNeighbours(ranked.slice(0, 2 * limit)) : ranked).slice(0, limit)
  }

  #search(project: Project, query: RetrievalQuery, options: RetrieveOptions): Promise<RetrievedPassage[]> {
    return this.retriever.search(project.id, this.queries.prepare(project, query, options.key), options)
  }
}

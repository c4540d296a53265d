import { joinNeighbours } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import type { SpendKey } from '../domain/spend.ts'
import type { CallOptions } from '../ports/call-options.ts'
import {
  type RetrievalFilter,
  type RetrievalQuery,
  type RetrievedPassage,
  Retriever,
} from '../ports/retriever.ts'
import { Settings } from '../ports/settings.ts'
import { NO_TELEMETRY, Telemetry } from '../ports/telemetry.ts'
import { FilterScopes, scopeOf } from './filter-scopes.ts'
import { type FoundPassage, oneVersion } from './one-version.ts'
import { PrepareQuery } from './prepare-query.ts'
import { RerankPassages } from './rerank-passages.ts'
import type { OtherPlace, SiteVariants, VariantPage } from './site-variants.ts'

/** Passages that a search looks at, however few are asked for: so the first of them are the same for everyone. */
const WINDOW = 50

/** What is looked for. How, is the same for everyone. */
export interface SearchQuestion extends Pick<RetrievalQuery, 'text' | 'filter' | 'currentPath' | 'prefer'> {
  /** Most results, 1 to 50. */
  limit: number
}

export interface SearchOptions extends CallOptions {
  /** The key of the request, whose monthly spend cap counts beside the project's. */
  key?: SpendKey | undefined
}

/**
 * The one search: answers, the search route, MCP, the agent, and evaluations find the same for the same question. Its
 * words also stand for their synonyms, a re-ranking model orders what was found when the project has one, a section of
 * several versions or languages is one result, and so are passages that follow each other on a page.
 */
@injectable()
export class SearchDocs {
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
  search(project: Project, question: SearchQuestion, options: SearchOptions = {}): Promise<FoundPassage[]> {
    const { telemetry } = this
    if (!telemetry.isOn) return this.#search(project, question, options)
    const attributes = {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.data_source.id': project.id,
      'gen_ai.retrieval.top_k': question.limit,
      'gen_ai.retrieval.query.text': telemetry.withContent ? question.text : undefined,
    }
    return telemetry.trace(`retrieval ${project.id}`, { attributes }, async (span) => {
      const begun = performance.now()
      const found = await this.#search(project, question, options)
      telemetry.record('docent.search.duration', (performance.now() - begun) / 1_000, {
        'docent.project.id': project.id,
      })
      span.set({ 'docent.search.passages': found.length })
      return found
    })
  }

  async #search(
    project: Project,
    { limit, ...question }: SearchQuestion,
    options: SearchOptions,
  ): Promise<FoundPassage[]> {
    const site = await this.scopes.variants(project, question.filter ?? {}, options)
    const { filter, named } = answeringVersion(question, site)
    const scope = scopeOf(filter, site)
    const query = { ...question, limit: WINDOW, filter: scope.filter }
    const { rerank } = project.models
    const found = await (rerank === undefined
      ? this.#find(project, query, options)
      : this.#reranked(project, query, rerank, options))
    const answering = scope
      .order(found)
      .filter(({ passage: { version, pagePath } }) => mayAnswer(version, site.page(pagePath), named))
    return joinNeighbours(
      oneVersion(answering, site, named).map((each) => narrowed(each, question.filter, site)),
    ).slice(0, limit)
  }

  async #reranked(
    project: Project,
    query: RetrievalQuery,
    model: string,
    options: SearchOptions,
  ): Promise<RetrievedPassage[]> {
    const { candidates } = this.settings.assistant.rerank
    const limit = Math.max(WINDOW, candidates)
    const found = await this.#find(project, { ...query, limit }, options)
    const subject = { project, key: options.key }
    const ranked = await this.reranker.rerank(model, query.text, found.slice(0, candidates), subject, options)
    // What the model did not see comes after what it saw.
    const least = ranked.at(-1)?.score ?? 0
    const unseen = found.slice(candidates)
    return [...ranked, ...unseen.map((each) => ({ ...each, score: Math.min(each.score, least) }))]
  }

  #find(project: Project, query: RetrievalQuery, options: SearchOptions): Promise<RetrievedPassage[]> {
    return this.retriever.search(project.id, this.queries.prepare(project, query, options.key), options)
  }
}

/**
 * The version that answers is the one that the caller names, or that the viewed page has; else the current one. Where the
 * question or an earlier one names versions, they answer beside the current one: what changed stands in either.
 */
function answeringVersion(
  { filter = {}, text, currentPath, prefer = [] }: Omit<SearchQuestion, 'limit'>,
  site: SiteVariants,
): { filter: RetrievalFilter; named?: ReadonlySet<string> } {
  if (filter.version !== undefined || site.versions.length < 2) return { filter }
  const named = [text, ...prefer].map((each) => site.namedIn(each)).find(({ size }) => size > 0)
  if (named !== undefined) return { filter, named }
  const viewed = currentPath === undefined ? undefined : site.page(currentPath)
  if (viewed?.isCurrent === false && viewed.version !== undefined)
    return { filter: { ...filter, version: viewed.version } }
  return { filter: { ...filter, current: true } }
}

/** A caller that sees one version or language doesn't learn of the others. */
function narrowed(found: FoundPassage, filter: RetrievalFilter = {}, site: SiteVariants): FoundPassage {
  const { also = [], ...rest } = found
  const path = rest.passage.pagePath
  const places: OtherPlace[] = [{ ...site.page(path), path }, ...also]
  const shown = scopeOf(filter, site)
    .narrow(places)
    .filter((place) => place.path !== path)
  return { ...rest, ...(shown.length > 0 && { also: shown }) }
}

function mayAnswer(
  version: string | undefined,
  page: Pick<VariantPage, 'isCurrent'> | undefined,
  named: ReadonlySet<string> | undefined,
): boolean {
  return named === undefined || version === undefined || page?.isCurrent !== false || named.has(version)
}

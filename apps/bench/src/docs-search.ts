import {
  FilterScopes,
  type Models,
  PrepareQuery,
  RerankPassages,
  SearchDocs,
  type Settings,
} from '@docent/core'
import type { Clock, Logger, Retriever } from '@docent/core/plugin'

/** The search of a server over a retriever. */
export function docsSearch(
  retriever: Retriever,
  models: Models,
  { settings, clock, logger }: { settings: Settings; clock: Clock; logger: Logger },
): SearchDocs {
  const queries = new PrepareQuery(models, clock, logger)
  const reranker = new RerankPassages(models, settings, clock, logger)
  return new SearchDocs(retriever, queries, reranker, settings, new FilterScopes(retriever))
}

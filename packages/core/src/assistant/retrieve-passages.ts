import { inject, injectable } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { PrepareQuery } from '../ingest/prepare-query.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { type RetrievalQuery, type RetrievedPassage, Retriever } from '../ports/retriever.ts'

/** The one way to passages: answers, the search route, MCP and evaluations all find the same. */
@injectable()
export class RetrievePassages {
  constructor(
    @inject(Retriever as symbol) private readonly retriever: Retriever,
    @inject(PrepareQuery) private readonly queries: PrepareQuery,
  ) {}

  /** Best first. */
  execute(project: Project, query: RetrievalQuery, options: CallOptions = {}): Promise<RetrievedPassage[]> {
    return this.retriever.search(project.id, this.queries.prepare(project, query), options)
  }
}

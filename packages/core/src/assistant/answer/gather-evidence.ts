import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import type { Json } from '../../domain/json.ts'
import { namedPage } from '../../domain/named-page.ts'
import { assistantInstructions } from '../../ingest/source/assistant-instructions.ts'
import { ProjectNotes } from '../../ports/project-notes.ts'
import { type RetrievedPassage, Retriever } from '../../ports/retriever.ts'
import { SearchDocs } from '../../search/search-docs.ts'
import type { TurnTool } from '../../turn/turn-tool.ts'
import { FoundPassages, searchToolOutput } from '../search/found-passages.ts'
import {
  type AddedAssistantTool,
  addedAssistantTool,
  RegisteredAssistantTools,
} from '../tools/added-assistant-tool.ts'
import { readPageTool } from '../tools/read-page.ts'
import { searchTool } from '../tools/search.ts'
import { earlierQuestions } from './history.ts'
import type { HistoryMessage } from './prompt.ts'
import type { Question } from './question.ts'

/** What an answer rests on; it grows while the model searches and reads. */
export interface Evidence {
  readonly found: FoundPassages
  /** Every query in order, the first one included. */
  readonly searches: readonly string[]
  /** What the first search found, as clients see the result of the tool. */
  readonly firstResult: Json
  /** How the owner of the documentation wants answers to be written; '' without any. */
  readonly instructions: string
  /** With these the model finds more. */
  readonly tools: readonly TurnTool[]
}

/** The second part of an answer: searches before the first model call, and gives the model tools to search and read more. */
@injectable()
export class GatherEvidence {
  constructor(
    @inject(SearchDocs) private readonly docs: SearchDocs,
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(ProjectNotes) private readonly notes: ProjectNotes,
    @inject(RegisteredAssistantTools) private readonly added: readonly AddedAssistantTool[] = [],
  ) {}

  /** @throws DocentError what the retriever and a re-ranking model throw. */
  async gather(
    question: Question,
    query: string,
    signal: AbortSignal,
    history: readonly HistoryMessage[] = [],
  ): Promise<Evidence> {
    const { project } = question
    const prefer = earlierQuestions(history)
    const [hits, instructions] = await Promise.all([
      this.#search(question, query, prefer, signal),
      assistantInstructions(this.notes, project.id, { signal }),
    ])
    const found = new FoundPassages(project)
    const firstResult = searchToolOutput(found.add(hits))
    const searches = [query]
    const trustedGroups = question.filter?.trustedGroups ?? []
    const about = { project, trustedGroups }
    const tools = [
      searchTool(found, (next, stop) => {
        searches.push(next)
        return this.#search(question, next, prefer, stop)
      }),
      readPageTool(found, (path, stop) =>
        this.retriever.page(project.id, namedPage(project, path), { signal: stop, trustedGroups }),
      ),
      ...this.added.map((tool) => addedAssistantTool(tool, found, about)),
    ]
    return { found, searches, firstResult, instructions, tools }
  }

  #search(
    question: Question,
    text: string,
    prefer: readonly string[],
    signal: AbortSignal,
  ): Promise<RetrievedPassage[]> {
    const { project, key, retrievalPageSize: limit, filter, currentPath } = question
    const asked = { text, limit, ...defined({ filter, currentPath }), ...(prefer.length > 0 && { prefer }) }
    return this.docs.search(project, asked, { signal, key })
  }
}

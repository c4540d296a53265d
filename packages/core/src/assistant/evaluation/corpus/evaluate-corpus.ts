import { inject, injectable } from 'tsyringe'
import { projectId } from '../../../domain/ids.ts'
import type { Project } from '../../../domain/project.ts'
import { Clock } from '../../../ports/clock.ts'
import { Ids } from '../../../ports/ids.ts'
import { Retriever } from '../../../ports/retriever.ts'
import { SearchDocs } from '../../../search/search-docs.ts'
import { rankOf, retrievalMetrics } from '../evaluate.ts'
import { ReadEvaluationSettings } from '../read-evaluation-settings.ts'
import type { EvaluationReport } from '../run-evaluation.ts'
import type { TestCorpus } from './beir.ts'
import { documentPage } from './document-page.ts'

export interface CorpusOptions {
  /** Results of one name are compared with each other. */
  name: string
  signal: AbortSignal
  onProgress?: (step: 'indexing' | 'searching', done: number, of: number) => void
}

/** Documents that are written to the index at a time. */
const BATCH = 500
/** Passages that are asked for: enough for the first 10 documents. */
const PASSAGES = 50
const DOCUMENTS = 10

/**
 * Measures the search on a test collection, by words alone: its documents become the pages of an index of their own,
 * which is deleted afterwards. The settings of the project that shape a search hold, but for its embedding.
 */
@injectable()
export class EvaluateCorpus {
  constructor(
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(SearchDocs) private readonly search: SearchDocs,
    @inject(ReadEvaluationSettings) private readonly settings: ReadEvaluationSettings,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  async run(project: Project, corpus: TestCorpus, options: CorpusOptions): Promise<EvaluationReport> {
    const { embedding: _, ...models } = project.models
    const id = projectId(
      `evaluation-${this.ids
        .secret()
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .slice(0, 20)}`,
    )
    const own: Project = { ...project, id, models }
    try {
      const documents = await this.#index(own, corpus, options)
      const report = await this.#search(own, corpus, documents, options)
      const settings = await this.settings.read(own, false, options)
      return {
        ...report,
        // The revision is that of an index which nobody sees again.
        settings: { ...settings, revision: null },
        collection: { name: options.name, documents: corpus.documents.length },
      }
    } finally {
      await this.retriever.drop(id)
    }
  }

  /** @returns the id of the document by the path of its page */
  async #index(
    { id }: Project,
    { documents }: TestCorpus,
    { signal, onProgress }: CorpusOptions,
  ): Promise<ReadonlyMap<string, string>> {
    const byPath = new Map<string, string>()
    const writer = await this.retriever.begin(id, { signal })
    try {
      for (let start = 0; start < documents.length; start += BATCH) {
        signal.throwIfAborted()
        const pages = documents.slice(start, start + BATCH).map((document, index) => {
          const name = String(start + index)
          const { page, passages } = documentPage(name, document)
          byPath.set(page.path, document.id)
          return { page, passages, hash: name }
        })
        await writer.write(pages, { signal })
        onProgress?.('indexing', Math.min(start + BATCH, documents.length), documents.length)
      }
      await writer.commit('corpus', { signal })
    } finally {
      await writer.abort()
    }
    return byPath
  }

  async #search(
    project: Project,
    { queries }: TestCorpus,
    documents: ReadonlyMap<string, string>,
    { signal, onProgress }: CorpusOptions,
  ): Promise<EvaluationReport> {
    const questions: (EvaluationReport['questions'][number] & { gains: ReadonlyMap<string, number> })[] = []
    for (const { text, grades } of queries) {
      signal.throwIfAborted()
      const began = this.clock.now()
      const results = await this.search.search(project, { text, limit: PASSAGES }, { signal })
      const paths = new Set(results.map(({ passage }) => passage.pagePath))
      const found = [...paths].map((path) => documents.get(path) ?? path).slice(0, DOCUMENTS)
      const expected = [...grades.keys()]
      const searchMs = this.clock.now() - began
      questions.push({
        question: text,
        expected,
        found,
        rank: rankOf({ expected, found }),
        searchMs,
        gains: grades,
      })
      onProgress?.('searching', questions.length, queries.length)
    }
    return {
      retrieval: retrievalMetrics(questions),
      questions: questions.map(({ gains: _, ...question }) => question),
    }
  }
}

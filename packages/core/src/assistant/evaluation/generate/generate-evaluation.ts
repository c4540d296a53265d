import type { Page } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { docsSite } from '../../../domain/docs-site.ts'
import type { Project } from '../../../domain/project.ts'
import { DocentError } from '../../../errors/docent-error.ts'
import { SpendCaps } from '../../../limits/spend-caps.ts'
import { Models } from '../../../models/models.ts'
import { Retriever } from '../../../ports/retriever.ts'
import { Settings } from '../../../ports/settings.ts'
import { ThreadStore } from '../../../ports/thread-store.ts'
import type { EvaluationQuestion, QuestionOrigin } from '../evaluation-questions.ts'
import { askPageQuestions } from './ask-page-questions.ts'
import { inFairOrder } from './in-fair-order.ts'
import { pageQuestions } from './page-questions.ts'

export interface GenerateOptions {
  /** Where questions are taken from. `model` asks the model of the assistant, which costs tokens. */
  from: readonly QuestionOrigin[]
  /** Most questions. Each origin gives as many as the others, as far as it has them. */
  count: number
  signal: AbortSignal
  onProgress?: (done: number, of: number) => void
}

export interface GeneratedEvaluation {
  questions: EvaluationQuestion[]
  /** Questions that each origin had. */
  found: Partial<Record<QuestionOrigin, number>>
  /** Questions of the model that were left out, because the page does not say what they quote. */
  refused: number
}

/** Rated conversations that are looked at, the newest. */
const MOST_RATED = 1_000
const PAGE_OF_RATINGS = 100
/** Turns of a conversation, the newest, among which the rated one is looked for. */
const MOST_TURNS = 500

/** Makes an evaluation set from what is there: the pages of the index, rated conversations and, when asked, a model. */
@injectable()
export class GenerateEvaluation {
  constructor(
    @inject(Retriever) private readonly retriever: Retriever,
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Models) private readonly models: Models,
    @inject(SpendCaps) private readonly spendCaps: SpendCaps,
    @inject(Settings) private readonly settings: Settings,
  ) {}

  /**
   * Questions about pages that are open to everyone.
   * @throws DocentError `invalid_request` without an index, `model_not_configured`, SpendReached, and what the model throws.
   */
  async generate(project: Project, options: GenerateOptions): Promise<GeneratedEvaluation> {
    const { from, count, signal } = options
    let refused = 0
    const needsPages = from.some((origin) => origin !== 'conversation')
    const pages = needsPages ? await this.#pages(project, options) : []
    const byOrigin = new Map<QuestionOrigin, EvaluationQuestion[]>()
    for (const [origin, questions] of Map.groupBy(
      pageQuestions(pages, docsSite(project)),
      (each) => each.origin,
    ))
      if (origin !== undefined && from.includes(origin)) byOrigin.set(origin, questions)
    if (from.includes('conversation')) byOrigin.set('conversation', await this.#rated(project, signal))
    if (from.includes('model')) {
      const asked = await this.#ask(project, pages, Math.ceil(count / from.length), options)
      byOrigin.set('model', asked.questions)
      refused = asked.refused
    }
    const found = Object.fromEntries([...byOrigin].map(([origin, { length }]) => [origin, length]))
    return { questions: inTurns([...byOrigin.values()], count), found, refused }
  }

  async #pages(project: Project, { signal, onProgress }: GenerateOptions): Promise<Page[]> {
    if (this.retriever.pages === undefined)
      throw new DocentError(
        'invalid_request',
        "The retriever of this server can't list pages. Write the questions yourself.",
      )
    const summaries = await this.retriever.pages(project.id, { signal })
    if (summaries.length === 0)
      throw new DocentError(
        'invalid_request',
        `Project ${project.id} is not indexed yet. Run "docent index" first.`,
      )
    const pages: Page[] = []
    for (const [index, { path }] of summaries.entries()) {
      signal.throwIfAborted()
      const page = await this.retriever.page(project.id, path, { signal })
      if (page) pages.push(page)
      onProgress?.(index + 1, summaries.length)
    }
    return pages
  }

  /** What a reader said was answered well: the pages that the answer cites answer it. */
  async #rated(project: Project, signal: AbortSignal): Promise<EvaluationQuestion[]> {
    const questions = new Map<string, EvaluationQuestion>()
    let cursor: string | undefined
    for (let seen = 0; seen < MOST_RATED; seen += PAGE_OF_RATINGS) {
      const query = {
        rating: 'up' as const,
        limit: PAGE_OF_RATINGS,
        ...(cursor === undefined ? {} : { cursor }),
      }
      const { entries, nextCursor } = await this.threads.feedback(project.id, query, { signal })
      for (const { threadId, turnId, question } of entries) {
        const turns = await this.threads.turns(threadId, MOST_TURNS, { signal })
        const turn = turns.find(({ id }) => id === turnId)
        const pages = [...new Set((turn?.sources ?? []).map(({ path }) => path))]
        const text = question.trim()
        // A question that follows another one means little without it.
        if (turn?.outcome !== 'answered' || turn.index > 0 || pages.length === 0 || text.length > 1_000)
          continue
        questions.set(text, { question: text, pages, contains: [], origin: 'conversation' })
      }
      if (nextCursor === null) break
      cursor = nextCursor
    }
    return [...questions.values()]
  }

  async #ask(
    project: Project,
    pages: readonly Page[],
    count: number,
    { signal, onProgress }: GenerateOptions,
  ): Promise<{ questions: EvaluationQuestion[]; refused: number }> {
    const model = this.models.resolve(this.models.idFor(project, 'assistant'))
    const questions: EvaluationQuestion[] = []
    let refused = 0
    const shown = pages.filter(({ hidden, draft }) => !hidden && !draft)
    // By nothing but their paths, so that no chapter comes first.
    for (const page of inFairOrder(shown, ({ path }) => path)) {
      if (questions.length >= count) break
      const spend = await this.spendCaps.open({ project }, model, { signal })
      const asked = await askPageQuestions(page, model, this.settings.assistant, spend, signal)
      questions.push(...asked.questions.slice(0, count - questions.length))
      refused += asked.refused
      onProgress?.(questions.length, count)
    }
    return { questions, refused }
  }
}

/** One of each list, then the next of each, until there are enough or none is left. */
function inTurns(lists: readonly (readonly EvaluationQuestion[])[], count: number): EvaluationQuestion[] {
  const taken: EvaluationQuestion[] = []
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  for (let index = 0; index < longest; index++)
    for (const list of lists) {
      const question = list[index]
      if (question && taken.length < count) taken.push(question)
    }
  return taken
}

import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { threadId } from '../../domain/ids.ts'
import type { Project } from '../../domain/project.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import type { RetrievalFilter } from '../../ports/retriever.ts'
import { ThreadStore } from '../../ports/thread-store.ts'
import { AnswerQuestion } from '../answer/answer-question.ts'
import { RerankPassages } from '../search/rerank-passages.ts'
import { SearchDocs } from '../search/search-docs.ts'
import {
  type AnswerChecks,
  type CheckCount,
  checkAnswer,
  countChecks,
  type GivenAnswer,
  hasPassed,
  type RetrievalMetrics,
  rankOf,
  retrievalMetrics,
} from './evaluate.ts'
import type { EvaluationQuestion } from './evaluation-questions.ts'

/** Passages that are asked for: enough for the first 10 pages, whatever their passages. */
const PASSAGES = 50
const PAGES = 10
const RETRIEVAL_PAGE_SIZE = 5

export interface EvaluationOptions {
  /** Also answer each question, with the model of the project. */
  answers: boolean
  signal: AbortSignal
  onProgress?: (done: number, of: number) => void
}

export interface EvaluatedAnswer extends GivenAnswer {
  checks: AnswerChecks
  /** Null when nothing was to be checked. */
  passed: boolean | null
  totalMs: number
  /** Why there is no whole answer. */
  error?: string
}

export interface EvaluatedQuestion {
  question: string
  expected: string[]
  /** The first 10 pages. */
  found: string[]
  /** Rank of the first expected page; null when the results don't contain it. */
  rank: number | null
  searchMs: number
  answer?: EvaluatedAnswer
}

export interface EvaluationReport {
  /** Over the questions that name pages and are not to be refused. */
  retrieval: RetrievalMetrics
  answers?: Record<keyof AnswerChecks | 'passed', CheckCount>
  questions: EvaluatedQuestion[]
  /** With a re-ranking model: which, and searches that it failed and whose order was kept. */
  rerank?: { model: string; fallbacks: number }
}

/** Measures how well questions are searched for and answered. Leaves no conversation behind. */
@injectable()
export class RunEvaluation {
  constructor(
    @inject(SearchDocs) private readonly search: SearchDocs,
    @inject(AnswerQuestion) private readonly answers: AnswerQuestion,
    @inject(RerankPassages) private readonly reranker: RerankPassages,
    @inject(ThreadStore) private readonly threads: ThreadStore,
    @inject(Clock) private readonly clock: Clock,
    @inject(Ids) private readonly ids: Ids,
  ) {}

  /** One question after the other. An answer that fails is a failed check; a search that fails ends the evaluation. */
  async run(
    project: Project,
    questions: readonly EvaluationQuestion[],
    { answers, signal, onProgress }: EvaluationOptions,
  ): Promise<EvaluationReport> {
    const fp = `evaluation-${this.ids.secret()}`
    const evaluated: EvaluatedQuestion[] = []
    const before = this.reranker.fallbacks
    try {
      for (const question of questions) {
        signal.throwIfAborted()
        const found = await this.#find(project, question, signal)
        const answer = answers ? { answer: await this.#answer(project, question, fp, signal) } : {}
        evaluated.push({ ...found, ...answer })
        onProgress?.(evaluated.length, questions.length)
      }
    } finally {
      if (answers) await this.threads.forget(project.id, fp)
    }
    const ranked = evaluated.filter((each, index) => each.expected.length > 0 && !questions[index]?.refuses)
    const checks = evaluated.flatMap(({ answer }) => (answer ? [answer.checks] : []))
    const model = project.models.rerank
    return {
      retrieval: retrievalMetrics(ranked),
      ...(answers ? { answers: countChecks(checks) } : {}),
      questions: evaluated,
      ...(model === undefined ? {} : { rerank: { model, fallbacks: this.reranker.fallbacks - before } }),
    }
  }

  async #find(
    project: Project,
    { question, pages, filter }: EvaluationQuestion,
    signal: AbortSignal,
  ): Promise<EvaluatedQuestion> {
    const began = this.clock.now()
    const results = await this.search.search(
      { project, query: question, pageSize: PASSAGES, filter: retrievalFilter(filter) },
      { signal },
    )
    const found = [...new Set(results.map(({ path }) => path))].slice(0, PAGES)
    const rank = rankOf({ expected: pages, found })
    return { question, expected: pages, found, rank, searchMs: this.clock.now() - began }
  }

  async #answer(
    project: Project,
    expected: EvaluationQuestion,
    fp: string,
    signal: AbortSignal,
  ): Promise<EvaluatedAnswer> {
    const began = this.clock.now()
    const answer = await this.answers.answer(
      {
        project,
        fp,
        question: expected.question,
        clientHistory: [],
        regenerate: false,
        retrievalPageSize: RETRIEVAL_PAGE_SIZE,
        filter: retrievalFilter(expected.filter),
        context: [],
      },
      signal,
    )
    let error: string | undefined
    await answer.stream((part) => {
      if (part.type === 'error') error = part.cause instanceof Error ? part.cause.message : part.message
      return undefined
    })
    const [turn] = await this.threads.turns(threadId(answer.threadId), 1, { signal })
    const given: GivenAnswer = {
      text: turn?.answer ?? '',
      cited: (turn?.sources ?? []).map(({ path }) => path),
      unanswered: turn?.outcome === 'unanswered',
    }
    const checks = checkAnswer(expected, given)
    const passed = error === undefined ? hasPassed(checks) : false
    const totalMs = this.clock.now() - began
    return { ...given, checks, passed, totalMs, ...defined({ error }) }
  }
}

/** Only owners of the documentation evaluate, so all groups are trusted. */
function retrievalFilter({
  version,
  language,
  tag,
  groups,
}: EvaluationQuestion['filter'] = {}): RetrievalFilter {
  return {
    ...defined({ version, language, tag, trustedGroups: groups }),
  }
}

import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { type CheckedClaims, unsupportedClaims } from '../../domain/checked-claims.ts'
import { type Grounding, NAME_VERDICTS } from '../../domain/grounding.ts'
import { threadId } from '../../domain/ids.ts'
import type { Project } from '../../domain/project.ts'
import { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import type { RetrievalFilter } from '../../ports/retriever.ts'
import { ThreadStore } from '../../ports/thread-store.ts'
import { RerankPassages } from '../../search/rerank-passages.ts'
import { SearchDocs } from '../../search/search-docs.ts'
import { AnswerQuestion } from '../answer/answer-question.ts'
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
import type { EvaluationQuestion, QuestionOrigin } from './evaluation-questions.ts'
import type { EvaluationSettings } from './evaluation-settings.ts'
import { ReadEvaluationSettings } from './read-evaluation-settings.ts'

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
  /** Names in the answer that were checked, and those that the documentation does not have. */
  names: number
  invented: string[]
  /** Sentences that were checked, and those that the passages do not support; absent where nobody checks them. */
  claims?: { checked: number; unsupported: string[] }
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
  origin?: QuestionOrigin
  answer?: EvaluatedAnswer
}

export interface EvaluationReport {
  /** Over the questions that name pages and are not to be refused. */
  retrieval: RetrievalMetrics
  /** The same by how the questions came about, when that is known of any. */
  byOrigin?: Partial<Record<QuestionOrigin, RetrievalMetrics>>
  answers?: Record<keyof AnswerChecks | 'passed', CheckCount>
  /** Names in answers that were checked, and answers with one that the documentation does not have. */
  grounding?: { names: number; invented: number; answers: number; withInvented: number }
  /** Where the project has claims checked: sentences, and answers with one that is not supported. */
  claims?: { claims: number; unsupported: number; answers: number; withUnsupported: number }
  questions: EvaluatedQuestion[]
  /** What was measured with. */
  settings?: EvaluationSettings
  /** Of a test collection, whose documents are not those of the project. */
  collection?: { name: string; documents: number }
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
    @inject(ReadEvaluationSettings) private readonly settings: ReadEvaluationSettings,
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
    const settings = await this.settings.read(project, answers, { signal })
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
    const given = evaluated.flatMap(({ answer }) => answer ?? [])
    const model = project.models.rerank
    return {
      retrieval: retrievalMetrics(ranked),
      ...metricsByOrigin(ranked),
      ...(answers
        ? {
            answers: countChecks(given.map(({ checks }) => checks)),
            grounding: countNames(given),
            ...claimsOf(given),
          }
        : {}),
      questions: evaluated,
      settings,
      ...(model === undefined ? {} : { rerank: { model, fallbacks: this.reranker.fallbacks - before } }),
    }
  }

  async #find(
    project: Project,
    { question, pages, ignore = [], origin, filter }: EvaluationQuestion,
    signal: AbortSignal,
  ): Promise<EvaluatedQuestion> {
    const began = this.clock.now()
    const results = await this.search.search(
      project,
      { text: question, limit: PASSAGES, filter: retrievalFilter(filter) },
      { signal },
    )
    const paths = new Set(results.map(({ passage }) => passage.pagePath))
    const found = [...paths].filter((path) => !ignore.includes(path)).slice(0, PAGES)
    const rank = rankOf({ expected: pages, found })
    const searchMs = this.clock.now() - began
    return { question, expected: pages, found, rank, searchMs, ...defined({ origin }) }
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
    const totalMs = this.clock.now() - began
    const claims = await answer.claims()
    const [turn] = await this.threads.turns(threadId(answer.threadId), 1, { signal })
    const given: GivenAnswer = {
      text: turn?.answer ?? '',
      cited: (turn?.sources ?? []).map(({ path }) => path),
      unanswered: turn?.outcome === 'unanswered',
    }
    const checks = checkAnswer(expected, given)
    const passed = error === undefined ? hasPassed(checks) : false
    return {
      ...given,
      checks,
      passed,
      totalMs,
      ...namesOf(turn?.grounding),
      ...(claims && { claims: sentencesOf(claims, given.text) }),
      ...defined({ error }),
    }
  }
}

function namesOf(grounding: Grounding | undefined): Pick<EvaluatedAnswer, 'names' | 'invented'> {
  if (grounding === undefined) return { names: 0, invented: [] }
  const bad = grounding.names.filter(({ verdict }) => verdict === 'invented').map(({ text }) => text)
  return {
    names: NAME_VERDICTS.reduce((sum, verdict) => sum + grounding.counts[verdict], 0),
    invented: [...new Set(bad)],
  }
}

function sentencesOf(claims: CheckedClaims, text: string): NonNullable<EvaluatedAnswer['claims']> {
  return {
    checked: claims.claims.length,
    unsupported: unsupportedClaims(claims).map(({ start, end }) => text.slice(start, end)),
  }
}

function claimsOf(answers: readonly EvaluatedAnswer[]): Pick<EvaluationReport, 'claims'> {
  const checked = answers.flatMap(({ claims }) => claims ?? [])
  if (checked.length === 0) return {}
  return {
    claims: {
      claims: checked.reduce((sum, each) => sum + each.checked, 0),
      unsupported: checked.reduce((sum, { unsupported }) => sum + unsupported.length, 0),
      answers: checked.length,
      withUnsupported: checked.filter(({ unsupported }) => unsupported.length > 0).length,
    },
  }
}

function countNames(answers: readonly EvaluatedAnswer[]): NonNullable<EvaluationReport['grounding']> {
  const sum = (value: (answer: EvaluatedAnswer) => number) =>
    answers.reduce((total, each) => total + value(each), 0)
  return {
    names: sum(({ names }) => names),
    invented: sum(({ invented }) => invented.length),
    answers: answers.length,
    withInvented: answers.filter(({ invented }) => invented.length > 0).length,
  }
}

function metricsByOrigin(evaluated: readonly EvaluatedQuestion[]): Pick<EvaluationReport, 'byOrigin'> {
  const groups = Map.groupBy(evaluated, ({ origin }) => origin)
  groups.delete(undefined)
  if (groups.size === 0) return {}
  return {
    byOrigin: Object.fromEntries([...groups].map(([origin, each]) => [origin, retrievalMetrics(each)])),
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

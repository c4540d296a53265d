import {
  indexedPage,
  ManualClock,
  MemoryProjectNotes,
  MemoryRetriever,
  MemoryThreadStore,
  type Script,
  type ScriptedModel,
  scriptedModel,
  scriptedProvider,
} from '@docent/testing'
import { AnswerQuestion } from '../src/assistant/answer/answer-question.ts'
import { GatherEvidence } from '../src/assistant/answer/gather-evidence.ts'
import { GroundAnswer } from '../src/assistant/answer/ground-answer.ts'
import { OpenQuestion } from '../src/assistant/answer/open-question.ts'
import type { Question } from '../src/assistant/answer/question.ts'
import { StoreAnswer } from '../src/assistant/answer/store-answer.ts'
import { StreamTurn } from '../src/assistant/answer/stream-turn.ts'
import { CheckClaims } from '../src/assistant/claims/check-claims.ts'
import { OpenThread } from '../src/assistant/threads/open-thread.ts'
import { organizationId, projectId } from '../src/domain/ids.ts'
import type { Project } from '../src/domain/project.ts'
import { MemoryRateLimiter } from '../src/limits/memory-rate-limiter.ts'
import { SpendCaps } from '../src/limits/spend-caps.ts'
import { Models } from '../src/models/models.ts'
import { type ClaimChecker, NO_CLAIM_CHECKER } from '../src/ports/claim-checker.ts'
import type { Ids } from '../src/ports/ids.ts'
import type { Logger } from '../src/ports/logger.ts'
import type { Settings } from '../src/ports/settings.ts'
import { FilterScopes } from '../src/search/filter-scopes.ts'
import { PrepareQuery } from '../src/search/prepare-query.ts'
import { RerankPassages } from '../src/search/rerank-passages.ts'
import { SearchDocs } from '../src/search/search-docs.ts'

export const project: Project = {
  id: projectId('p'),
  organizationId: organizationId('default'),
  domain: 'p',
  name: 'Example',
  repository: 'file:///x',
  docsPath: '',
  siteUrl: 'https://docs.example.com',
  models: { assistant: 'scripted:model' },
  assistant: { finishThreadId: 'auto', threadKeys: 'optional' },
  origin: 'store',
  disabled: false,
  createdAt: 0,
}

export const settings = {
  assistant: {
    maxSteps: 3,
    maxOutputTokens: 500,
    maxTokens: 1_000_000,
    maxCostUsd: 5,
    maxToolCalls: 20,
    maxOutputBytes: 1024 * 1024,
    maxAnswerMs: 60_000,
    historyTurns: 10,
    firstPartMs: 60_000,
    idlePartMs: 60_000,
    maxAttempts: 1,
  },
} as Settings

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} }

function counter(): Ids {
  let n = 0
  return { sortable: () => `id${++n}`, secret: () => (++n).toString(16).padStart(32, '0') }
}

export interface AnswerScene {
  readonly project: Project
  readonly clock: ManualClock
  readonly threads: MemoryThreadStore
  readonly notes: MemoryProjectNotes
  readonly retriever: MemoryRetriever
  readonly model: ScriptedModel
  readonly open: OpenQuestion
  readonly docs: SearchDocs
  readonly gather: GatherEvidence
  readonly turn: StreamTurn
  readonly store: StoreAnswer
  readonly answers: AnswerQuestion
  /** A question to the project of the scene. */
  question(text: string, more?: Partial<Question>): Question
}

/** The parts of an answer over fakes: two indexed pages, `/keys` and `/install`, and a model that follows the script. */
export async function answerScene(
  script: Script,
  changes: Partial<Project> = {},
  checker: ClaimChecker = NO_CLAIM_CHECKER,
): Promise<AnswerScene> {
  const model = scriptedModel(script)
  const clock = new ManualClock()
  const threads = new MemoryThreadStore()
  const notes = new MemoryProjectNotes()
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(project.id)
  await writer.write([
    indexedPage({ path: '/keys', title: 'API keys', texts: ['Revoke a key with `docent keys revoke`.'] }),
    indexedPage({
      path: '/shell',
      title: 'Shell',
      texts: ['`docent up --port`, `docent down --now`, `docent check --all`'],
    }),
    indexedPage({ path: '/install', title: 'Install', texts: ['Run npm start to install the server.'] }),
  ])
  await writer.commit('r1')
  const ids = counter()
  const models = new Models([scriptedProvider('scripted', { model })])
  const docs = new SearchDocs(
    retriever,
    new PrepareQuery(models, clock, silent),
    new RerankPassages(models, settings, clock, silent),
    settings,
    new FilterScopes(retriever),
  )
  const spendCaps = new SpendCaps(new MemoryRateLimiter(clock), clock)
  const open = new OpenQuestion(new OpenThread(threads, settings, clock, ids), models, clock, spendCaps)
  const gather = new GatherEvidence(docs, retriever, notes)
  const turn = new StreamTurn(settings)
  const claims = new CheckClaims(settings, spendCaps, silent, checker)
  const store = new StoreAnswer(threads, clock, claims, silent)
  const used = { ...project, ...changes }
  return {
    project: used,
    clock,
    threads,
    notes,
    retriever,
    model,
    open,
    docs,
    gather,
    turn,
    store,
    answers: new AnswerQuestion(
      open,
      gather,
      turn,
      new GroundAnswer(retriever, silent),
      store,
      clock,
      ids,
      silent,
    ),
    question: (question, more = {}) => ({
      project: used,
      fp: 'anonymous',
      question,
      clientHistory: [],
      regenerate: false,
      retrievalPageSize: 5,
      context: [],
      ...more,
    }),
  }
}

import {
  type AnswerActivity,
  type AnswerFeedback,
  type AnswerOutcome,
  type CallerCounts,
  type CallOptions,
  type CheckedClaims,
  type ClaimCount,
  type Conversation,
  type ConversationQuery,
  DocentError,
  type FeedbackEntry,
  type FeedbackRating,
  type InventedNames,
  type ProjectId,
  type RecordedSearch,
  type ReportedTurn,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
  type SearchClick,
  type SearchCount,
  type SearchQuery,
  type SearchTermPage,
  type Thread,
  type ThreadId,
  type ThreadStore,
  type ThreadTurn,
  type UnansweredQuestion,
  withClaims,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { claimCounts, unsupportedColumn } from './claim-counts.ts'
import { deleteInChunks } from './delete-in-chunks.ts'
import { insertSearch, listSearches } from './direct-searches.ts'
import { countInventedNames } from './invented-names.ts'
import { listConversations } from './list-conversations.ts'
import { clickSearch, listSearchTerms } from './search-terms.ts'
import { answerActivity, listFeedback, listUnanswered } from './thread-reports.ts'
import { countCallers, listTurns } from './turn-report.ts'
import { appendTurn, feedbackOf, rateTurn, readTurn, type TurnRow } from './turn-rows.ts'

/** Threads, turns and searches in one transaction. A thread may be long: its turns go first. */
const THREADS = 100
const TURNS = 500
const SEARCHES = 1_000

/** Conversations in PostgreSQL. */
export class PostgresThreadStore implements ThreadStore {
  readonly #postgres: Postgres

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  async create(thread: Thread, options?: CallOptions): Promise<void> {
    await this.#postgres.transaction(async (transaction) => {
      const { count } = await transaction.query(
        `INSERT INTO docent.threads (id, project_id, created_at, updated_at, fp, body) VALUES ($1, $2, $3, $3, $4, $5)
          ON CONFLICT DO NOTHING`,
        [thread.id, thread.projectId, thread.createdAt, JSON.stringify(thread.fp), JSON.stringify(thread)],
      )
      if (count === 0) throw new DocentError('conflict', 'A thread with this id is there already.')
    }, options)
  }

  async get(project: ProjectId, id: ThreadId, options?: CallOptions): Promise<Thread | undefined> {
    const { rows } = await this.#postgres.query<{ body: string }>(
      'SELECT body FROM docent.threads WHERE id = $1 AND project_id = $2',
      [id, project],
      options,
    )
    return rows[0] && (JSON.parse(rows[0].body) as Thread)
  }

  append(
    thread: ThreadId,
    turn: Omit<ThreadTurn, 'index'>,
    options?: CallOptions & { replaceLast?: boolean },
  ): Promise<ThreadTurn> {
    const replaceLast = options?.replaceLast ?? false
    return this.#postgres.transaction(
      (transaction) => appendTurn(transaction, thread, turn, replaceLast),
      options,
    )
  }

  async turns(thread: ThreadId, limit: number, options?: CallOptions): Promise<ThreadTurn[]> {
    const { rows } = await this.#postgres.query<TurnRow>(
      `SELECT position, body FROM docent.thread_turns
        WHERE thread = (SELECT seq FROM docent.threads WHERE id = $1) ORDER BY position DESC LIMIT $2`,
      [thread, Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(limit)))],
      options,
    )
    return rows.reverse().map(readTurn)
  }

  noteClaims(thread: ThreadId, turn: string, claims: CheckedClaims, options?: CallOptions): Promise<boolean> {
    return this.#postgres.transaction(async (transaction) => {
      const { rows } = await transaction.query<{ seq: string; body: string }>(
        `SELECT seq, body FROM docent.thread_turns
          WHERE thread = (SELECT seq FROM docent.threads WHERE id = $1) AND id = $2 FOR UPDATE`,
        [thread, turn],
      )
      const [row] = rows
      if (row === undefined) return false
      // As text: what readers write may hold characters that jsonb refuses.
      const noted = withClaims(JSON.parse(row.body) as Omit<ThreadTurn, 'index'>, claims)
      await transaction.query(
        `UPDATE docent.thread_turns SET body = $1, input_tokens = $2, output_tokens = $3, unsupported = $4
          WHERE seq = $5`,
        [JSON.stringify(noted), noted.inputTokens, noted.outputTokens, unsupportedColumn(noted), row.seq],
      )
      return true
    }, options)
  }

  rate(
    thread: ThreadId,
    turn: string | undefined,
    feedback: AnswerFeedback,
    options?: CallOptions,
  ): Promise<string | undefined> {
    return this.#postgres.transaction((transaction) => rateTurn(transaction, thread, turn, feedback), options)
  }

  async feedbackOf(thread: ThreadId, options?: CallOptions): Promise<ReadonlyMap<string, AnswerFeedback>> {
    options?.signal?.throwIfAborted()
    return feedbackOf(this.#postgres, thread)
  }

  recordSearch(search: RecordedSearch, options?: CallOptions): Promise<void> {
    return insertSearch(this.#postgres, search, options)
  }

  recordClick(click: SearchClick, options?: CallOptions): Promise<boolean> {
    return this.#postgres.transaction((transaction) => clickSearch(transaction, click), options)
  }

  async forget(project: ProjectId, fp: string, options?: CallOptions): Promise<number> {
    const condition = 'project_id = $1 AND md5(fp) = md5($2) AND fp = $2'
    const theirs = { condition, values: [project, JSON.stringify(fp)] }
    const deleted = await this.#deleteThreads(theirs, options)
    await deleteInChunks(this.#postgres, { ...theirs, table: 'direct_searches', chunk: SEARCHES }, options)
    return deleted
  }

  async prune(before: number, options?: CallOptions): Promise<number> {
    const values = [before]
    const deleted = await this.#deleteThreads({ condition: 'updated_at < $1', values }, options)
    const searches = { table: 'direct_searches', condition: 'created_at < $1', values, chunk: SEARCHES }
    await deleteInChunks(this.#postgres, searches, options)
    return deleted
  }

  answerActivity(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<AnswerActivity[]> {
    return answerActivity(this.#postgres, project, period, options)
  }

  conversations(
    project: ProjectId,
    query: ConversationQuery,
    options?: CallOptions,
  ): Promise<ReportPage<Conversation>> {
    return listConversations(this.#postgres, project, query, options)
  }

  turnReport(
    project: ProjectId,
    query: ReportQuery & { outcome?: AnswerOutcome },
    options?: CallOptions,
  ): Promise<ReportPage<ReportedTurn>> {
    return listTurns(this.#postgres, project, query, options)
  }

  callers(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<CallerCounts> {
    return countCallers(this.#postgres, project, period, options)
  }

  searchTerms(project: ProjectId, query: ReportQuery, options?: CallOptions): Promise<SearchTermPage> {
    return listSearchTerms(this.#postgres, project, query, options)
  }

  searches(project: ProjectId, query: SearchQuery, options?: CallOptions): Promise<ReportPage<SearchCount>> {
    return listSearches(this.#postgres, project, query, options)
  }

  feedback(
    project: ProjectId,
    query: ReportQuery & { rating?: FeedbackRating },
    options?: CallOptions,
  ): Promise<ReportPage<FeedbackEntry>> {
    return listFeedback(this.#postgres, project, query, options)
  }

  unanswered(
    project: ProjectId,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<UnansweredQuestion[]> {
    return listUnanswered(this.#postgres, project, query, options)
  }

  inventedNames(
    project: ProjectId,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<InventedNames> {
    return countInventedNames(this.#postgres, project, query, options)
  }

  claimCounts(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<ClaimCount[]> {
    return claimCounts(this.#postgres, project, period, options)
  }

  async #deleteThreads(
    { condition, values }: { condition: string; values: readonly (string | number)[] },
    options?: CallOptions,
  ): Promise<number> {
    let deleted = 0
    for (;;) {
      const { rows } = await this.#postgres.query<{ seq: number }>(
        `SELECT seq FROM docent.threads WHERE ${condition} LIMIT ${THREADS}`,
        values,
        options,
      )
      if (rows.length === 0) return deleted
      const found = rows.map(({ seq }) => seq)
      const turns = { table: 'thread_turns', condition: 'thread = ANY ($1)', values: [found], chunk: TURNS }
      await deleteInChunks(this.#postgres, turns, options)
      const threads = {
        table: 'threads',
        condition: `seq = ANY ($${values.length + 1}) AND ${condition}`,
        values: [...values, found],
        chunk: THREADS + 1,
      }
      deleted += await deleteInChunks(this.#postgres, threads, options)
    }
  }
}

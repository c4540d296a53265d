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
import { clickSearch, insertSearch, listSearches } from '../searches/direct-searches.ts'
import { listSearchTerms } from '../searches/search-terms.ts'
import { deleteInChunks } from '../statements/delete-in-chunks.ts'
import { columns, FOR_UPDATE, isIn, isReader } from '../statements/fragments.ts'
import { type Sql, sql } from '../statements/sql.ts'
import { ask, run, type SqlDatabase } from '../statements/sql-database.ts'
import { appendTurn } from './append-turn.ts'
import { listConversations } from './list-conversations.ts'
import { listTurns } from './list-turns.ts'
import {
  answerActivity,
  claimCounts,
  countCallers,
  countInventedNames,
  listFeedback,
  listUnanswered,
} from './thread-reports.ts'
import { readTurn, type TurnRow, turnColumns } from './turn-columns.ts'
import { feedbackOf, rateTurn } from './turn-feedback.ts'

/** Threads, and turns or searches, in one transaction. Each takes its counts with it, and threads may be long. */
const THREADS = 25
const CHUNK = 100

/** Conversations. */
export class SqlThreadStore implements ThreadStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  create(thread: Thread, options?: CallOptions): Promise<void> {
    const row = {
      id: thread.id,
      project_id: thread.projectId,
      created_at: thread.createdAt,
      updated_at: thread.createdAt,
      fp: JSON.stringify(thread.fp),
      body: JSON.stringify(thread),
    }
    return this.#database.transaction(function* () {
      const { count } = yield* ask(sql`INSERT INTO docent.threads ${columns(row)} ON CONFLICT DO NOTHING`)
      if (count === 0) throw new DocentError('conflict', 'A thread with this id is there already.')
    }, options)
  }

  async get(project: ProjectId, id: ThreadId, options?: CallOptions): Promise<Thread | undefined> {
    const [row] = await this.#database.read(
      sql<{ body: string }>`SELECT body FROM docent.threads WHERE id = ${id} AND project_id = ${project}`,
      options,
    )
    return row && (JSON.parse(row.body) as Thread)
  }

  append(
    thread: ThreadId,
    turn: Omit<ThreadTurn, 'index'>,
    options?: CallOptions & { replaceLast?: boolean },
  ): Promise<ThreadTurn> {
    const replaceLast = options?.replaceLast ?? false
    return this.#database.transaction(() => appendTurn(thread, turn, replaceLast), options)
  }

  async turns(thread: ThreadId, limit: number, options?: CallOptions): Promise<ThreadTurn[]> {
    // A negative LIMIT means none at all to SQLite, and PostgreSQL refuses it.
    const most = Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(limit)))
    const rows = await this.#database.read(
      sql<TurnRow>`SELECT position, body FROM docent.thread_turns
        WHERE thread = (SELECT seq FROM docent.threads WHERE id = ${thread}) ORDER BY position DESC LIMIT ${most}`,
      options,
    )
    return rows.reverse().map(readTurn)
  }

  noteClaims(thread: ThreadId, turn: string, claims: CheckedClaims, options?: CallOptions): Promise<boolean> {
    return this.#database.transaction(function* () {
      const { rows } = yield* ask(
        sql<{ seq: number; body: string }>`SELECT seq, body FROM docent.thread_turns
          WHERE thread = (SELECT seq FROM docent.threads WHERE id = ${thread}) AND id = ${turn} ${FOR_UPDATE}`,
      )
      const [row] = rows
      if (!row) return false
      const noted = withClaims(JSON.parse(row.body) as Omit<ThreadTurn, 'index'>, claims)
      const { input_tokens: input, output_tokens: output, unsupported } = turnColumns(noted)
      yield* run(
        sql`UPDATE docent.thread_turns SET body = ${JSON.stringify(noted)}, input_tokens = ${input},
          output_tokens = ${output}, unsupported = ${unsupported} WHERE seq = ${row.seq}`,
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
    return this.#database.transaction(() => rateTurn(thread, turn, feedback), options)
  }

  feedbackOf(thread: ThreadId, options?: CallOptions): Promise<ReadonlyMap<string, AnswerFeedback>> {
    return feedbackOf(this.#database, thread, options)
  }

  recordSearch(search: RecordedSearch, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => insertSearch(search), options)
  }

  recordClick(click: SearchClick, options?: CallOptions): Promise<boolean> {
    return this.#database.transaction(() => clickSearch(click), options)
  }

  async forget(project: ProjectId, fp: string, options?: CallOptions): Promise<number> {
    const theirs = sql`project_id = ${project} AND ${isReader(fp)}`
    const deleted = await this.#deleteThreads(theirs, options)
    await this.#deleteRows('direct_searches', theirs, options)
    return deleted
  }

  async prune(before: number, options?: CallOptions): Promise<number> {
    const deleted = await this.#deleteThreads(sql`updated_at < ${before}`, options)
    await this.#deleteRows('direct_searches', sql`created_at < ${before}`, options)
    return deleted
  }

  answerActivity(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<AnswerActivity[]> {
    return answerActivity(this.#database, project, period, options)
  }

  conversations(
    project: ProjectId,
    query: ConversationQuery,
    options?: CallOptions,
  ): Promise<ReportPage<Conversation>> {
    return listConversations(this.#database, project, query, options)
  }

  turnReport(
    project: ProjectId,
    query: ReportQuery & { outcome?: AnswerOutcome },
    options?: CallOptions,
  ): Promise<ReportPage<ReportedTurn>> {
    return listTurns(this.#database, project, query, options)
  }

  callers(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<CallerCounts> {
    return countCallers(this.#database, project, period, options)
  }

  searchTerms(project: ProjectId, query: ReportQuery, options?: CallOptions): Promise<SearchTermPage> {
    return listSearchTerms(this.#database, project, query, options)
  }

  searches(project: ProjectId, query: SearchQuery, options?: CallOptions): Promise<ReportPage<SearchCount>> {
    return listSearches(this.#database, project, query, options)
  }

  feedback(
    project: ProjectId,
    query: ReportQuery & { rating?: FeedbackRating },
    options?: CallOptions,
  ): Promise<ReportPage<FeedbackEntry>> {
    return listFeedback(this.#database, project, query, options)
  }

  unanswered(
    project: ProjectId,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<UnansweredQuestion[]> {
    return listUnanswered(this.#database, project, query, options)
  }

  inventedNames(
    project: ProjectId,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<InventedNames> {
    return countInventedNames(this.#database, project, query, options)
  }

  claimCounts(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<ClaimCount[]> {
    return claimCounts(this.#database, project, period, options)
  }

  /** Turns first, so that no transaction is longer than others wait for; what hangs on them goes by the foreign keys. */
  async #deleteThreads(condition: Sql, options: CallOptions | undefined): Promise<number> {
    let deleted = 0
    for (;;) {
      const rows = await this.#database.read(
        sql<{ seq: number }>`SELECT seq FROM docent.threads WHERE ${condition} LIMIT ${THREADS}`,
        options,
      )
      if (rows.length === 0) return deleted
      const found = rows.map(({ seq }) => seq)
      // A thread that somebody goes on with meanwhile stays as it is.
      const stale = sql`SELECT seq FROM docent.threads WHERE seq ${isIn(found)} AND ${condition} ${FOR_UPDATE}`
      await this.#deleteRows('thread_turns', sql`thread IN (${stale})`, options)
      deleted += await this.#deleteRows('threads', sql`seq ${isIn(found)} AND ${condition}`, options)
    }
  }

  #deleteRows(table: string, condition: Sql, options: CallOptions | undefined): Promise<number> {
    return deleteInChunks(this.#database, { table, condition, chunk: CHUNK }, options)
  }
}

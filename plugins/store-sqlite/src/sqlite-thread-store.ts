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
  normalizedQuery,
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
import { answerActivity } from './activity.ts'
import { claimCounts } from './claim-counts.ts'
import type { Database } from './database.ts'
import { forgetThreads, pruneThreads } from './delete-threads.ts'
import { forgetSearches, insertSearch, listSearches, pruneSearches } from './direct-searches.ts'
import { countInventedNames } from './invented-names.ts'
import { listConversations } from './list-conversations.ts'
import { clickSearch, listSearchTerms } from './search-terms.ts'
import { listFeedback, listUnanswered } from './thread-reports.ts'
import { feedbackOf, rateTurn } from './turn-feedback.ts'
import { countCallers, listTurns } from './turn-report.ts'

interface BodyRow {
  body: string
}

/** Conversations in SQLite. Appends run one after another in the database, so that an index is never given twice. */
export class SqliteThreadStore implements ThreadStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  create(thread: Thread, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      const added = this.#database.run(
        `INSERT INTO threads (id, project_id, created_at, updated_at, fp, body) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT DO NOTHING`,
        thread.id,
        thread.projectId,
        thread.createdAt,
        thread.createdAt,
        JSON.stringify(thread.fp),
        JSON.stringify(thread),
      )
      if (added === 0) throw new DocentError('conflict', 'A thread with this id is there already.')
    }, options)
  }

  async get(project: ProjectId, id: ThreadId, options?: CallOptions): Promise<Thread | undefined> {
    options?.signal?.throwIfAborted()
    const row = this.#database.get<BodyRow>(
      'SELECT body FROM threads WHERE id = ? AND project_id = ?',
      id,
      project,
    )
    return row && (JSON.parse(row.body) as Thread)
  }

  append(
    thread: ThreadId,
    turn: Omit<ThreadTurn, 'index'>,
    options?: CallOptions & { replaceLast?: boolean },
  ): Promise<ThreadTurn> {
    return this.#database.transaction(() => {
      const last = this.#last(thread)
      if (options?.replaceLast && last.position >= 0) {
        this.#database.run(
          'DELETE FROM thread_turns WHERE thread = ? AND position = ?',
          last.thread,
          last.position,
        )
        last.position -= 1
      }
      const index = last.position + 1
      const body = JSON.stringify(turn)
      this.#database.run(
        `INSERT INTO thread_turns (thread, position, project_id, id, outcome, created_at, caller, body)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        last.thread,
        index,
        last.project,
        turn.id,
        turn.outcome,
        turn.createdAt,
        turn.caller ?? 'other',
        body,
      )
      this.#addSearches(last, turn)
      this.#database.run('UPDATE threads SET updated_at = ? WHERE seq = ?', turn.createdAt, last.thread)
      return readTurn({ position: index, body })
    }, options)
  }

  async turns(thread: ThreadId, limit: number, options?: CallOptions): Promise<ThreadTurn[]> {
    options?.signal?.throwIfAborted()
    // A negative LIMIT means none at all to SQLite.
    const rows = this.#database.all<TurnRow>(
      `SELECT position, body FROM thread_turns WHERE thread = (SELECT seq FROM threads WHERE id = ?)
        ORDER BY position DESC LIMIT ?`,
      thread,
      Math.max(0, Math.floor(limit)),
    )
    return rows.reverse().map(readTurn)
  }

  noteClaims(thread: ThreadId, turn: string, claims: CheckedClaims, options?: CallOptions): Promise<boolean> {
    return this.#database.transaction(() => {
      const row = this.#database.get<{ seq: number; body: string }>(
        'SELECT seq, body FROM thread_turns WHERE thread = (SELECT seq FROM threads WHERE id = ?) AND id = ?',
        thread,
        turn,
      )
      if (!row) return false
      const body = JSON.stringify(withClaims(JSON.parse(row.body) as Omit<ThreadTurn, 'index'>, claims))
      return this.#database.run('UPDATE thread_turns SET body = ? WHERE seq = ?', body, row.seq) > 0
    }, options)
  }

  rate(
    thread: ThreadId,
    turn: string | undefined,
    feedback: AnswerFeedback,
    options?: CallOptions,
  ): Promise<string | undefined> {
    return this.#database.transaction(() => rateTurn(this.#database, thread, turn, feedback), options)
  }

  async feedbackOf(thread: ThreadId, options?: CallOptions): Promise<ReadonlyMap<string, AnswerFeedback>> {
    options?.signal?.throwIfAborted()
    return feedbackOf(this.#database, thread)
  }

  recordSearch(search: RecordedSearch, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => insertSearch(this.#database, search), options)
  }

  recordClick(click: SearchClick, options?: CallOptions): Promise<boolean> {
    return this.#database.transaction(() => clickSearch(this.#database, click), options)
  }

  async forget(project: ProjectId, fp: string, options?: CallOptions): Promise<number> {
    const deleted = await forgetThreads(this.#database, project, fp, options)
    await forgetSearches(this.#database, project, fp, options)
    return deleted
  }

  async prune(before: number, options?: CallOptions): Promise<number> {
    const deleted = await pruneThreads(this.#database, before, options)
    await pruneSearches(this.#database, before, options)
    return deleted
  }

  async answerActivity(
    project: ProjectId,
    period: ReportPeriod,
    options?: CallOptions,
  ): Promise<AnswerActivity[]> {
    options?.signal?.throwIfAborted()
    return answerActivity(this.#database, project, period)
  }

  async conversations(
    project: ProjectId,
    query: ConversationQuery,
    options?: CallOptions,
  ): Promise<ReportPage<Conversation>> {
    options?.signal?.throwIfAborted()
    return listConversations(this.#database, project, query, options)
  }

  async turnReport(
    project: ProjectId,
    query: ReportQuery & { outcome?: AnswerOutcome },
    options?: CallOptions,
  ): Promise<ReportPage<ReportedTurn>> {
    options?.signal?.throwIfAborted()
    return listTurns(this.#database, project, query)
  }

  async callers(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<CallerCounts> {
    options?.signal?.throwIfAborted()
    return countCallers(this.#database, project, period)
  }

  async searchTerms(project: ProjectId, query: ReportQuery, options?: CallOptions): Promise<SearchTermPage> {
    options?.signal?.throwIfAborted()
    return listSearchTerms(this.#database, project, query)
  }

  async searches(
    project: ProjectId,
    query: SearchQuery,
    options?: CallOptions,
  ): Promise<ReportPage<SearchCount>> {
    options?.signal?.throwIfAborted()
    return listSearches(this.#database, project, query)
  }

  async feedback(
    project: ProjectId,
    query: ReportQuery & { rating?: FeedbackRating },
    options?: CallOptions,
  ): Promise<ReportPage<FeedbackEntry>> {
    options?.signal?.throwIfAborted()
    return listFeedback(this.#database, project, query)
  }

  async unanswered(
    project: ProjectId,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<UnansweredQuestion[]> {
    options?.signal?.throwIfAborted()
    return listUnanswered(this.#database, project, query)
  }

  async inventedNames(
    project: ProjectId,
    query: ReportPeriod & { limit: number },
    options?: CallOptions,
  ): Promise<InventedNames> {
    options?.signal?.throwIfAborted()
    return countInventedNames(this.#database, project, query)
  }

  async claimCounts(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<ClaimCount[]> {
    options?.signal?.throwIfAborted()
    return claimCounts(this.#database, project, period)
  }

  /** Of the turn that was inserted last. */
  #addSearches({ project }: LastTurn, turn: Omit<ThreadTurn, 'index'>): void {
    for (const query of new Set(turn.searches.map(normalizedQuery))) {
      if (query === '') continue
      this.#database.run(
        `INSERT INTO turn_searches (turn, project_id, created_at, unanswered, query)
          VALUES ((SELECT MAX(seq) FROM thread_turns), ?, ?, ?, ?)`,
        project,
        turn.createdAt,
        Number(turn.outcome === 'unanswered'),
        query,
      )
    }
  }

  /** The thread's number and the position of its last turn, -1 when it has none. @throws DocentError `not_found` */
  #last(thread: ThreadId): LastTurn {
    const row = this.#database.get<LastTurn>(
      `SELECT seq AS thread, project_id AS project, (SELECT COALESCE(MAX(position), -1) FROM thread_turns WHERE thread = threads.seq) AS position
        FROM threads WHERE id = ?`,
      thread,
    )
    if (!row) throw new DocentError('not_found', 'There is no such thread.')
    return row
  }
}

interface LastTurn {
  thread: number
  project: string
  position: number
}

interface TurnRow extends BodyRow {
  position: number
}

function readTurn(row: TurnRow): ThreadTurn {
  return { ...(JSON.parse(row.body) as Omit<ThreadTurn, 'index'>), index: row.position }
}

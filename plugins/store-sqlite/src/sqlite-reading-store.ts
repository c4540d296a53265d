import {
  type CallOptions,
  DocentError,
  type PageCountQuery,
  type PageCounts,
  type PageFeedback,
  type PageFeedbackCount,
  type PageFeedbackFilter,
  type PageFeedbackStatus,
  type PageView,
  type ProjectId,
  type ReadingStore,
  type ReportPage,
  type ReportQuery,
} from '@docent/core/plugin'
import type { Database } from './database.ts'
import { deleteInChunks } from './delete-in-chunks.ts'
import { countView, pageCounts, startOfDay } from './page-counts.ts'
import { countFeedbackByPage, listPageFeedback, readFeedback } from './page-feedback.ts'

/** Rows in one transaction. */
const chunk = 1_000

/** Views and feedback in SQLite. */
export class SqliteReadingStore implements ReadingStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  daySalt(day: number, fresh: string, options?: CallOptions): Promise<string> {
    return this.#database.transaction(() => {
      this.#database.run('DELETE FROM page_visitors WHERE day < ?', day)
      this.#database.run('DELETE FROM visitor_salts WHERE day < ?', day)
      this.#database.run(
        'INSERT INTO visitor_salts (day, salt) VALUES (?, ?) ON CONFLICT DO NOTHING',
        day,
        fresh,
      )
      const kept = this.#database.get<{ salt: string }>('SELECT salt FROM visitor_salts WHERE day = ?', day)
      return kept?.salt ?? fresh
    }, options)
  }

  recordView(view: PageView, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => countView(this.#database, view), options)
  }

  async views(project: ProjectId, query: PageCountQuery, options?: CallOptions): Promise<PageCounts> {
    options?.signal?.throwIfAborted()
    return pageCounts(this.#database, project, 'views', query)
  }

  async visitors(project: ProjectId, query: PageCountQuery, options?: CallOptions): Promise<PageCounts> {
    options?.signal?.throwIfAborted()
    return pageCounts(this.#database, project, 'visitors', query)
  }

  addFeedback(feedback: PageFeedback, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      const added = this.#database.run(
        `INSERT INTO page_feedback (id, project_id, created_at, path, source, status, thumb, fp, body)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        feedback.id,
        feedback.projectId,
        feedback.createdAt,
        feedback.path,
        feedback.source,
        feedback.status,
        feedback.helpful === null ? 0 : feedback.helpful ? 1 : -1,
        JSON.stringify(feedback.fp),
        JSON.stringify(feedback),
      )
      if (added === 0) throw new DocentError('conflict', 'Feedback with this id is there already.')
    }, options)
  }

  changeFeedback(
    project: ProjectId,
    id: string,
    status: PageFeedbackStatus,
    options?: CallOptions,
  ): Promise<PageFeedback | undefined> {
    return this.#database.transaction(() => {
      this.#database.run(
        'UPDATE page_feedback SET status = ? WHERE id = ? AND project_id = ?',
        status,
        id,
        project,
      )
      const row = this.#database.get<{ status: PageFeedbackStatus; body: string }>(
        'SELECT status, body FROM page_feedback WHERE id = ? AND project_id = ?',
        id,
        project,
      )
      return row && readFeedback(row)
    }, options)
  }

  async feedback(
    project: ProjectId,
    query: ReportQuery & PageFeedbackFilter,
    options?: CallOptions,
  ): Promise<ReportPage<PageFeedback>> {
    options?.signal?.throwIfAborted()
    return listPageFeedback(this.#database, project, query)
  }

  async feedbackByPage(
    project: ProjectId,
    query: PageFeedbackFilter & { limit: number },
    options?: CallOptions,
  ): Promise<PageFeedbackCount[]> {
    options?.signal?.throwIfAborted()
    return countFeedbackByPage(this.#database, project, query)
  }

  forget(project: ProjectId, fp: string, options?: CallOptions): Promise<number> {
    const values = [project, JSON.stringify(fp)]
    const condition = 'project_id = ? AND fp = ?'
    return deleteInChunks(this.#database, { table: 'page_feedback', condition, values, chunk }, options)
  }

  async prune(before: number, options?: CallOptions): Promise<number> {
    await this.#database.transaction(
      () => this.#database.run('DELETE FROM page_views WHERE day < ?', startOfDay(before)),
      options,
    )
    const old = { table: 'page_feedback', condition: 'created_at < ?', values: [before], chunk }
    return deleteInChunks(this.#database, old, options)
  }
}

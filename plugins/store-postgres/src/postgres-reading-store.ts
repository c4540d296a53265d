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
import type { Postgres } from '@docent/postgres'
import { deleteInChunks } from './delete-in-chunks.ts'
import { countView, pageCounts, startOfDay } from './page-counts.ts'
import { countFeedbackByPage, listPageFeedback, readFeedback } from './page-feedback.ts'

/** Rows in one transaction. */
const chunk = 1_000

/** Views and feedback in PostgreSQL. */
export class PostgresReadingStore implements ReadingStore {
  readonly #postgres: Postgres

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  daySalt(day: number, fresh: string, options?: CallOptions): Promise<string> {
    return this.#postgres.transaction(async (transaction) => {
      transaction.last('DELETE FROM docent.page_visitors WHERE day < $1', [day])
      transaction.last('DELETE FROM docent.visitor_salts WHERE day < $1', [day])
      transaction.last(
        'INSERT INTO docent.visitor_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [day, fresh],
      )
      const { rows } = await transaction.query<{ salt: string }>(
        'SELECT salt FROM docent.visitor_salts WHERE day = $1',
        [day],
      )
      return rows[0]?.salt ?? fresh
    }, options)
  }

  recordView(view: PageView, options?: CallOptions): Promise<void> {
    return this.#postgres.transaction((transaction) => countView(transaction, view), options)
  }

  views(project: ProjectId, query: PageCountQuery, options?: CallOptions): Promise<PageCounts> {
    return pageCounts(this.#postgres, project, 'views', query, options)
  }

  visitors(project: ProjectId, query: PageCountQuery, options?: CallOptions): Promise<PageCounts> {
    return pageCounts(this.#postgres, project, 'visitors', query, options)
  }

  async addFeedback(feedback: PageFeedback, options?: CallOptions): Promise<void> {
    await this.#postgres.transaction(async (transaction) => {
      const { count } = await transaction.query(
        `INSERT INTO docent.page_feedback (id, project_id, created_at, path, source, status, thumb, fp, body)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
        [
          feedback.id,
          feedback.projectId,
          feedback.createdAt,
          feedback.path,
          feedback.source,
          feedback.status,
          feedback.helpful === null ? 0 : feedback.helpful ? 1 : -1,
          JSON.stringify(feedback.fp),
          JSON.stringify(feedback),
        ],
      )
      if (count === 0) throw new DocentError('conflict', 'Feedback with this id is there already.')
    }, options)
  }

  async changeFeedback(
    project: ProjectId,
    id: string,
    status: PageFeedbackStatus,
    options?: CallOptions,
  ): Promise<PageFeedback | undefined> {
    const { rows } = await this.#postgres.query<{ status: PageFeedbackStatus; body: string }>(
      'UPDATE docent.page_feedback SET status = $1 WHERE id = $2 AND project_id = $3 RETURNING status, body',
      [status, id, project],
      options,
    )
    return rows[0] && readFeedback(rows[0])
  }

  feedback(
    project: ProjectId,
    query: ReportQuery & PageFeedbackFilter,
    options?: CallOptions,
  ): Promise<ReportPage<PageFeedback>> {
    return listPageFeedback(this.#postgres, project, query, options)
  }

  feedbackByPage(
    project: ProjectId,
    query: PageFeedbackFilter & { limit: number },
    options?: CallOptions,
  ): Promise<PageFeedbackCount[]> {
    return countFeedbackByPage(this.#postgres, project, query, options)
  }

  forget(project: ProjectId, fp: string, options?: CallOptions): Promise<number> {
    const values = [project, JSON.stringify(fp)]
    const condition = 'project_id = $1 AND md5(fp) = md5($2) AND fp = $2'
    return deleteInChunks(this.#postgres, { table: 'page_feedback', condition, values, chunk }, options)
  }

  async prune(before: number, options?: CallOptions): Promise<number> {
    await this.#postgres.query('DELETE FROM docent.page_views WHERE day < $1', [startOfDay(before)], options)
    const old = { table: 'page_feedback', condition: 'created_at < $1', values: [before], chunk }
    return deleteInChunks(this.#postgres, old, options)
  }
}

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
  type ProgramCount,
  type ProjectId,
  type ReadingStore,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
} from '@docent/core/plugin'
import { deleteInChunks } from '../statements/delete-in-chunks.ts'
import { isReader } from '../statements/fragments.ts'
import { type Sql, sql } from '../statements/sql.ts'
import { ask, run, type SqlDatabase } from '../statements/sql-database.ts'
import { countView, pageCounts, programCounts, startOfDay } from './page-counts.ts'
import { countFeedbackByPage, type FeedbackRow, listPageFeedback, readFeedback } from './page-feedback.ts'

/** Rows in one transaction. */
const CHUNK = 1_000

/** Views and feedback. */
export class SqlReadingStore implements ReadingStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  daySalt(day: number, fresh: string, options?: CallOptions): Promise<string> {
    return this.#database.transaction(function* () {
      yield* run(sql`DELETE FROM docent.page_visitors WHERE day < ${day}`)
      yield* run(sql`DELETE FROM docent.visitor_salts WHERE day < ${day}`)
      yield* run(
        sql`INSERT INTO docent.visitor_salts (day, salt) VALUES (${day}, ${fresh}) ON CONFLICT DO NOTHING`,
      )
      const { rows } = yield* ask(
        sql<{ salt: string }>`SELECT salt FROM docent.visitor_salts WHERE day = ${day}`,
      )
      return rows[0]?.salt ?? fresh
    }, options)
  }

  recordView(view: PageView, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => countView(view), options)
  }

  views(project: ProjectId, query: PageCountQuery, options?: CallOptions): Promise<PageCounts> {
    return pageCounts(this.#database, project, 'views', query, options)
  }

  programs(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<ProgramCount[]> {
    return programCounts(this.#database, project, period, options)
  }

  visitors(project: ProjectId, query: PageCountQuery, options?: CallOptions): Promise<PageCounts> {
    return pageCounts(this.#database, project, 'visitors', query, options)
  }

  addFeedback(feedback: PageFeedback, options?: CallOptions): Promise<void> {
    const { id, projectId, createdAt, path, source, status, helpful } = feedback
    const thumb = helpful === null ? 0 : helpful ? 1 : -1
    return this.#database.transaction(function* () {
      const { count } = yield* ask(
        sql`INSERT INTO docent.page_feedback (id, project_id, created_at, path, source, status, thumb, fp, body)
          VALUES (${id}, ${projectId}, ${createdAt}, ${path}, ${source}, ${status}, ${thumb},
            ${JSON.stringify(feedback.fp)}, ${JSON.stringify(feedback)}) ON CONFLICT DO NOTHING`,
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
    const { rows } = await this.#database.write(
      sql<FeedbackRow>`UPDATE docent.page_feedback SET status = ${status}
        WHERE id = ${id} AND project_id = ${project} RETURNING status, body`,
      options,
    )
    return rows[0] && readFeedback(rows[0])
  }

  feedback(
    project: ProjectId,
    query: ReportQuery & PageFeedbackFilter,
    options?: CallOptions,
  ): Promise<ReportPage<PageFeedback>> {
    return listPageFeedback(this.#database, project, query, options)
  }

  feedbackByPage(
    project: ProjectId,
    query: PageFeedbackFilter & { limit: number },
    options?: CallOptions,
  ): Promise<PageFeedbackCount[]> {
    return countFeedbackByPage(this.#database, project, query, options)
  }

  forget(project: ProjectId, fp: string, options?: CallOptions): Promise<number> {
    return this.#delete(sql`project_id = ${project} AND ${isReader(fp)}`, options)
  }

  async prune(before: number, options?: CallOptions): Promise<number> {
    await this.#database.write(sql`DELETE FROM docent.page_views WHERE day < ${startOfDay(before)}`, options)
    return this.#delete(sql`created_at < ${before}`, options)
  }

  #delete(condition: Sql, options: CallOptions | undefined): Promise<number> {
    return deleteInChunks(this.#database, { table: 'page_feedback', condition, chunk: CHUNK }, options)
  }
}

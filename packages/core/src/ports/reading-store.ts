import type { ProjectId } from '../domain/ids.ts'
import type { PageFeedback, PageFeedbackSource, PageFeedbackStatus } from '../domain/page-feedback.ts'
import type { PageView } from '../domain/page-view.ts'
import type { CallOptions } from './call-options.ts'
import type { ReportPage, ReportPeriod, ReportQuery } from './thread-reports.ts'
import { type Token, token } from './token.ts'

/** Of one page, or of all of them. */
export interface ReaderCount {
  human: number
  ai: number
  total: number
}

export interface PageCount extends ReaderCount {
  path: string
}

export interface PageCounts {
  /** Of all pages of the period. A visitor of three pages is one visitor of that day. */
  totals: ReaderCount
  /** The most read first, then by path. */
  pages: PageCount[]
}

/** Views of all pages by a program. */
export interface ProgramCount {
  /** Null for all programs without a name. */
  program: string | null
  views: number
}

/** Whole days in UTC: every day that the period touches is counted. */
export interface PageCountQuery extends ReportPeriod {
  limit: number
  offset: number
}

export interface PageFeedbackFilter extends ReportPeriod {
  source?: PageFeedbackSource
  status?: PageFeedbackStatus
}

export interface PageFeedbackCount {
  path: string
  thumbsUp: number
  thumbsDown: number
  /** Those about a piece of code. */
  code: number
  total: number
}

/**
 * What readers do with pages: views, which are counted by day, and feedback. Nothing in it names a reader but the
 * fingerprint that their site gave them. A write is on disk when its promise resolves.
 */
export interface ReadingStore {
  /**
   * The salt of a day (midnight UTC, milliseconds), for hashes of visitors: the one that came first, which is `fresh`
   * when there is none. Salts and hashes of the days before are deleted with it.
   */
  daySalt(day: number, fresh: string, options?: CallOptions): Promise<string>
  /** Counts a view, and a visitor on their first view of that page and of that day. */
  recordView(view: PageView, options?: CallOptions): Promise<void>
  views(project: ProjectId, query: PageCountQuery, options?: CallOptions): Promise<PageCounts>
  /** Views by programs, the most first, then by name. */
  programs(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<ProgramCount[]>
  /** Days are added: a visitor of two days counts twice. */
  visitors(project: ProjectId, query: PageCountQuery, options?: CallOptions): Promise<PageCounts>
  /** @throws DocentError `conflict` when the id is taken. */
  addFeedback(feedback: PageFeedback, options?: CallOptions): Promise<void>
  /** Answers the changed feedback; undefined when there is none with that id in that project. */
  changeFeedback(
    project: ProjectId,
    id: string,
    status: PageFeedbackStatus,
    options?: CallOptions,
  ): Promise<PageFeedback | undefined>
  /** The newest first. A wrong cursor is DocentError `invalid_request`. */
  feedback(
    project: ProjectId,
    query: ReportQuery & PageFeedbackFilter,
    options?: CallOptions,
  ): Promise<ReportPage<PageFeedback>>
  /** The pages with the most feedback first, then by path. */
  feedbackByPage(
    project: ProjectId,
    query: PageFeedbackFilter & { limit: number },
    options?: CallOptions,
  ): Promise<PageFeedbackCount[]>
  /** Deletes the feedback of one reader of a project. Answers how many. */
  forget(project: ProjectId, fp: string, options?: CallOptions): Promise<number>
  /** Deletes, in small transactions, feedback from before that time, and the counts of days that ended before it. */
  prune(before: number, options?: CallOptions): Promise<number>
}

export const ReadingStore: Token<ReadingStore> = token<ReadingStore>('ReadingStore')

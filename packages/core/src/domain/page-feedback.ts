import type { ProjectId } from './ids.ts'

export const PAGE_FEEDBACK_SOURCES = ['code_snippet', 'contextual', 'agent', 'thumbs_only'] as const
/** What the feedback is about: a piece of code, the page in words, an agent's report, or a thumb alone. */
export type PageFeedbackSource = (typeof PAGE_FEEDBACK_SOURCES)[number]

export const PAGE_FEEDBACK_STATUSES = ['pending', 'in_progress', 'resolved', 'dismissed'] as const
export type PageFeedbackStatus = (typeof PAGE_FEEDBACK_STATUSES)[number]

/** What a reader, or an agent that reads, says about a page. */
export interface PageFeedback {
  readonly id: string
  readonly projectId: ProjectId
  /** Route path of the page. */
  readonly path: string
  readonly source: PageFeedbackSource
  readonly status: PageFeedbackStatus
  readonly helpful: boolean | null
  readonly comment: string | null
  /** How to reach the reader, when they gave it. */
  readonly contact: string | null
  readonly code: string | null
  readonly filename: string | null
  readonly lang: string | null
  /** Fingerprint of the reader; `anonymous` when it gave none. */
  readonly fp: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

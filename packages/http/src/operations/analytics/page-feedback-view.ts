import { PAGE_FEEDBACK_SOURCES, PAGE_FEEDBACK_STATUSES } from '@docent/core'
import type { PageFeedback } from '@docent/core/plugin'
import { z } from 'zod'
import { isoTime } from '../schemas/report-query.ts'

export const FeedbackSource = z.enum(PAGE_FEEDBACK_SOURCES)
export const FeedbackStatus = z.enum(PAGE_FEEDBACK_STATUSES)

export const feedbackFilter = {
  source: FeedbackSource.optional().describe('Only feedback of this source.'),
  status: FeedbackStatus.optional().describe('Only feedback of this status.'),
}

export const PageFeedbackObject = z
  .object({
    id: z.string(),
    path: z.string(),
    comment: z.string().nullable(),
    createdAt: z.iso.datetime(),
    source: FeedbackSource,
    status: FeedbackStatus,
    helpful: z.boolean().nullable().optional().describe('Absent with source `code_snippet`.'),
    contact: z.string().nullable().optional().describe('Absent with source `code_snippet`.'),
    code: z.string().nullable().optional().describe('With source `code_snippet`, as the next two.'),
    filename: z.string().nullable().optional(),
    lang: z.string().nullable().optional(),
  })
  .meta({ id: 'PageFeedback' })

export function pageFeedbackView(feedback: PageFeedback) {
  const { id, path, comment, createdAt, source, status, helpful, contact, code, filename, lang } = feedback
  const bySource = source === 'code_snippet' ? { code, filename, lang } : { helpful, contact }
  return { id, path, comment, createdAt: isoTime(createdAt), source, status, ...bySource }
}

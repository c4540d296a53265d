import { defined, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { datePeriod, dates, limitOf } from '../schemas/date-query.ts'
import { feedbackFilter } from './page-feedback-view.ts'

const PageFeedbackCountObject = z.object({
  path: z.string(),
  thumbsUp: z.int(),
  thumbsDown: z.int(),
  code: z.int().describe('Feedback on a piece of code.'),
  total: z.int(),
})

export const countPageFeedback = defineOperation({
  id: 'countPageFeedback',
  summary: 'Count feedback by page, most feedback first',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  query: z.object({ ...dates, ...feedbackFilter, limit: limitOf(100, 10) }),
  reply: {
    status: 200,
    description: 'The pages with the most feedback.',
    content: {
      'application/json': z.object({ feedback: z.array(PageFeedbackCountObject), hasMore: z.boolean() }),
    },
  },
  async handle({ query, project, services, signal }) {
    const { source, status, limit } = query
    const asked = { ...datePeriod(query), ...defined({ source, status }), limit: limit + 1 }
    const found = await services.readings.feedbackByPage(project.id, asked, { signal })
    return json({ feedback: found.slice(0, limit), hasMore: found.length > limit })
  },
})

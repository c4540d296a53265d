import { defined, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { cursor, dateQuery, dates, endOf, limitOf, listEnd } from '../schemas/date-query.ts'
import { feedbackFilter, PageFeedbackObject, pageFeedbackView } from './page-feedback-view.ts'

export const listPageFeedback = defineOperation({
  id: 'listPageFeedback',
  summary: 'List feedback on pages, newest first',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  query: z.object({ ...dates, ...feedbackFilter, limit: limitOf(100, 50), cursor }),
  reply: {
    status: 200,
    description: 'A page of feedback.',
    content: { 'application/json': z.object({ feedback: z.array(PageFeedbackObject), ...listEnd }) },
  },
  async handle({ query, project, services, signal }) {
    const { source, status } = query
    const asked = { ...dateQuery(query), ...defined({ source, status }) }
    const found = await services.readings.feedback(project.id, asked, { signal })
    return json({ feedback: found.entries.map(pageFeedbackView), ...endOf(found.nextCursor) })
  },
})

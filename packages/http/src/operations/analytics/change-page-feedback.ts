import { DocentError, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { FeedbackStatus, PageFeedbackObject, pageFeedbackView } from './page-feedback-view.ts'

export const changePageFeedback = defineOperation({
  id: 'changePageFeedback',
  summary: 'Set the status of feedback on a page',
  tag: 'Analytics',
  key: 'admin',
  scope: 'write',
  body: z.object({ status: FeedbackStatus.meta({ examples: ['resolved'] }) }),
  reply: {
    status: 200,
    description: 'The feedback with its new status.',
    content: { 'application/json': PageFeedbackObject },
  },
  async handle({ params, body, project, services, signal }) {
    const { id = '' } = params
    const changed = await services.readings.changeFeedback(project.id, id, body.status, { signal })
    if (!changed) throw new DocentError('not_found', 'There is no such feedback.')
    return json(pageFeedbackView(changed))
  },
})

import { DocentError, json } from '@docent/core/plugin'
import { defineApiOperation, FeedbackStatus, PageFeedbackObject, pageFeedbackView } from '@docent/http'
import { z } from 'zod'

export const setFeedbackStatus = defineApiOperation({
  id: 'setPageFeedbackStatus',
  summary: 'Set the status of feedback on a page (dashboard)',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'page-feedback.status',
  body: z.strictObject({ status: FeedbackStatus.meta({ examples: ['resolved'] }) }),
  reply: {
    status: 200,
    description: 'The feedback with its new status.',
    content: { 'application/json': PageFeedbackObject },
  },
  async handle({ params, body, project, services, signal, note }) {
    const id = params.feedbackId ?? ''
    note.about(id)
    const changed = await services.readings.changeFeedback(project.id, id, body.status, { signal })
    if (!changed) throw new DocentError('not_found', 'There is no such feedback.')
    return json(pageFeedbackView(changed))
  },
})

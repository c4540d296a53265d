import { defined, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { isoTime, page, period, reportQuery } from '../schemas/report-query.ts'

const Rating = z.enum(['up', 'down'])

const Feedback = z.object({
  threadId: z.string(),
  turnId: z.string(),
  question: z.string(),
  answer: z.string(),
  rating: Rating,
  text: z.string(),
  createdAt: z.iso.datetime(),
})

export const listAnswerFeedback = defineOperation({
  id: 'listAnswerFeedback',
  summary: 'List feedback on answers, newest first',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  query: z.object({ ...period, rating: Rating.optional().describe('Only this rating.'), ...page }),
  reply: {
    status: 200,
    description: 'A page of feedback.',
    content: {
      'application/json': z.object({ feedback: z.array(Feedback), nextCursor: z.string().nullable() }),
    },
  },
  async handle({ query, project, services, signal }) {
    const { rating } = query
    const found = await services.readAnalytics.feedback(
      project,
      { ...reportQuery(query), ...defined({ rating }) },
      { signal },
    )
    const feedback = found.entries.map((entry) => ({ ...entry, createdAt: isoTime(entry.createdAt) }))
    return json({ feedback, nextCursor: found.nextCursor })
  },
})

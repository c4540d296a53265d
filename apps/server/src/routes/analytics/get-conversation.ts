import type { ConversationDetail } from '@docent/core'
import { z } from 'zod'
import { defineOperation } from '../../operation.ts'
import { json } from '../../reply.ts'
import { isoTime } from '../schemas/report-query.ts'

const Turn = z.object({
  id: z.string(),
  index: z.int(),
  createdAt: z.iso.datetime(),
  question: z.string(),
  asked: z.looseObject({}).describe('What came with the question: context, current path, filter.'),
  answer: z.string(),
  outcome: z.enum(['answered', 'unanswered', 'aborted', 'failed']),
  sources: z.array(z.object({ path: z.string(), url: z.string(), title: z.string() })),
  searches: z.array(z.string()),
  model: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  firstTextMs: z.number().nullable().describe('From the request to the first text; null without any.'),
  totalMs: z.number(),
  feedback: z
    .object({ rating: z.enum(['up', 'down']), text: z.string(), createdAt: z.iso.datetime() })
    .nullable(),
})

export const getConversation = defineOperation({
  id: 'getConversation',
  summary: 'Read one conversation with the assistant',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  reply: {
    status: 200,
    description: 'Its newest turns, at most 500, oldest first.',
    content: {
      'application/json': z.object({
        threadId: z.string(),
        fp: z.string(),
        createdAt: z.iso.datetime(),
        turns: z.array(Turn),
      }),
    },
  },
  async handle({ params, project, services, signal }) {
    const found = await services.readAnalytics.conversation(project, params.threadId ?? '', { signal })
    const { id, fp, createdAt, turns } = found
    return json({ threadId: id, fp, createdAt: isoTime(createdAt), turns: turns.map(turnView) })
  },
})

function turnView({ feedback, createdAt, ...turn }: ConversationDetail['turns'][number]) {
  return {
    ...turn,
    createdAt: isoTime(createdAt),
    feedback: feedback && { ...feedback, createdAt: isoTime(feedback.createdAt) },
  }
}

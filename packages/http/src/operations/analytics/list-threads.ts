import { type Conversation, defined, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { isoTime, page, period, reportQuery } from '../schemas/report-query.ts'

export const Outcome = z.enum(['answered', 'unanswered', 'aborted', 'failed'])

const ThreadObject = z
  .object({
    threadId: z.string(),
    fp: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe('Of the newest turn.'),
    turns: z.int(),
    question: z.string().describe('The first question.'),
    outcome: Outcome.describe('Of the newest turn.'),
    feedback: z.object({ up: z.int(), down: z.int() }),
  })
  .meta({ id: 'Thread' })

export const ThreadList = z.object({
  conversations: z.array(ThreadObject),
  nextCursor: z.string().nullable(),
})

export const listThreads = defineOperation({
  id: 'listThreads',
  summary: 'List conversations with the assistant, newest first',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  query: z.object({
    ...period,
    outcome: Outcome.optional().describe('Only conversations with a turn that ended so.'),
    ...page,
  }),
  reply: {
    status: 200,
    description: 'A page of conversations, by their start time.',
    content: {
      'application/json': ThreadList,
    },
  },
  async handle({ query, project, services, signal }) {
    const { outcome } = query
    const { entries, nextCursor } = await services.readAnalytics.conversations(
      project,
      { ...reportQuery(query), ...defined({ outcome }) },
      { signal },
    )
    return json(threadList(entries, nextCursor))
  },
})

export function threadList(
  entries: readonly Conversation[],
  nextCursor: string | null,
): z.input<typeof ThreadList> {
  return { conversations: entries.map(threadView), nextCursor }
}

function threadView({ id, createdAt, updatedAt, up, down, ...rest }: Conversation) {
  return {
    threadId: id,
    ...rest,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    feedback: { up, down },
  }
}

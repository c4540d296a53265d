import { defined, json } from '@docent/core/plugin'
import { defineApiOperation, Outcome, page, period, reportQuery, ThreadList, threadList } from '@docent/http'
import { z } from 'zod'

const part = z.string().trim().min(1).max(200)

export const readConversations = defineApiOperation({
  id: 'readConversations',
  summary: 'Find conversations with the assistant, newest first',
  description:
    'The list includes a conversation if one of its answers matches all filters. `text` and `page` ignore the case of the letters A to Z.',
  tag: 'Dashboard',
  permission: 'view',
  query: z.object({
    ...period,
    outcome: Outcome.optional().describe('How the answer ended.'),
    rating: z.enum(['up', 'down']).optional().describe('What a reader said of the answer.'),
    page: part
      .optional()
      .describe('Part of the path of a page: the reader asked on it, or the answer cites it.'),
    text: part.optional().describe('Part of the question or the answer.'),
    ...page,
  }),
  reply: {
    status: 200,
    description: 'A page of conversations, by their start time.',
    content: { 'application/json': ThreadList },
  },
  async handle({ query, project, services, signal }) {
    const { outcome, rating, page, text } = query
    const { entries, nextCursor } = await services.readAnalytics.conversations(
      project,
      { ...reportQuery(query), ...defined({ outcome, rating, page, text }) },
      { signal },
    )
    return json(threadList(entries, nextCursor))
  },
})

import { z } from 'zod'
import { defineOperation } from '../../operation.ts'
import { json } from '../../reply.ts'
import { page, period, reportQuery } from '../schemas/report-query.ts'

const Search = z.object({
  query: z.string().describe('Lower case, without closing punctuation, at most 200 characters.'),
  count: z.int().describe('Questions that searched for it.'),
  unanswered: z.int().describe('Those among them that the documentation did not answer.'),
  unansweredShare: z.number().describe('0 to 1.'),
})

export const listSearches = defineOperation({
  id: 'listSearches',
  summary: 'List what the assistant searched for, most frequent first',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  query: z.object({ ...period, ...page }),
  reply: {
    status: 200,
    description: 'A page of queries.',
    content: {
      'application/json': z.object({ searches: z.array(Search), nextCursor: z.string().nullable() }),
    },
  },
  async handle({ query, project, services, signal }) {
    const found = await services.readAnalytics.searches(project, reportQuery(query), { signal })
    const searches = found.entries.map((entry) => ({
      ...entry,
      unansweredShare: entry.unanswered / entry.count,
    }))
    return json({ searches, nextCursor: found.nextCursor })
  },
})

import { defined, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { page, period, reportQuery } from '../schemas/report-query.ts'

const SOURCES = ['assistant', 'search', 'mcp'] as const

const Search = z.object({
  source: z
    .enum(SOURCES)
    .describe(
      'Who searched: the assistant for answers, clients of the search operation, or models over MCP.',
    ),
  query: z.string().describe('Lower case, without closing punctuation, at most 200 characters.'),
  count: z.int().describe('Questions, or searches, that searched for it.'),
  unanswered: z.int().describe('Those among them that the documentation did not answer.'),
  unansweredShare: z.number().describe('0 to 1.'),
  withoutResults: z
    .int()
    .nullable()
    .describe('Searches among them that found nothing; null for the assistant, as the next two are.'),
  meanResults: z.number().nullable().describe('Results of one search.'),
  meanMs: z.number().nullable().describe('Time of one search, ms.'),
})

export const listAssistantSearches = defineOperation({
  id: 'listAssistantSearches',
  summary: 'List search queries, most frequent first',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  query: z.object({
    ...period,
    ...page,
    source: z.enum(SOURCES).optional().describe('Only searches of this source.'),
  }),
  reply: {
    status: 200,
    description: 'A page of queries.',
    content: {
      'application/json': z.object({ searches: z.array(Search), nextCursor: z.string().nullable() }),
    },
  },
  async handle({ query, project, services, signal }) {
    const { source } = query
    const found = await services.readAnalytics.searches(
      project,
      { ...reportQuery(query), ...defined({ source }) },
      { signal },
    )
    const searches = found.entries.map((entry) => ({
      ...entry,
      unansweredShare: entry.unanswered / entry.count,
    }))
    return json({ searches, nextCursor: found.nextCursor })
  },
})

import { z } from 'zod'
import { get, type ReplayedClient, type Step } from '../replayed-client.ts'

const at = (path: string) => `/v1/analytics/docs/${path}`
const keepCursor = ({ nextCursor }: { nextCursor: string | null }) => ({ cursor: nextCursor ?? '' })
const after = (cursor = '') => (cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`)

/** Two pages of a list, the second by the cursor of the first. */
function pages(operation: string, path: string, reply: z.ZodType): Step[] {
  const first: Step = { operation, request: get('admin', at(path)), reply, keep: keepCursor }
  return [first, { operation, request: ({ cursor }) => get('admin', `${at(path)}${after(cursor)}`), reply }]
}

const end = { nextCursor: z.string().nullable(), hasMore: z.boolean() }
const feedback = z.object({
  id: z.string(),
  path: z.string(),
  comment: z.string().nullable(),
  createdAt: z.iso.datetime(),
  source: z.enum(['code_snippet', 'contextual', 'agent', 'thumbs_only']),
  status: z.enum(['pending', 'in_progress', 'resolved', 'dismissed']),
  helpful: z.boolean().nullish(),
  contact: z.string().nullish(),
})
const search = z.object({
  searchQuery: z.string(),
  hits: z.number(),
  ctr: z.number(),
  topClickedPage: z.string().nullable(),
  lastSearchedAt: z.string(),
})
/** `isoformat()` of Python has microseconds and an offset. */
const NOW = encodeURIComponent('2038-01-01T00:00:00.123456+00:00')

export const ANALYTICS_CLIENTS: readonly ReplayedClient[] = [
  {
    client: 'data warehouse (PostHog/posthog), which tries its key with one entry',
    steps: [
      {
        operation: 'listPageFeedback',
        request: get('admin', at('feedback?limit=1')),
        reply: z.object({ feedback: z.array(z.unknown()) }),
      },
      ...pages(
        'listConversations',
        `assistant?limit=1000&dateTo=${NOW}`,
        z.object({
          conversations: z.array(z.object({ id: z.string(), timestamp: z.iso.datetime() })).min(1),
          nextCursor: z.string().nullable(),
        }),
      ),
      ...pages(
        'listPageFeedback',
        `feedback?limit=100&dateTo=${NOW}`,
        z.object({ feedback: z.array(feedback).min(1), ...end }),
      ),
      ...pages(
        'listSearchTerms',
        `searches?limit=100&dateTo=${NOW}`,
        z.object({ searches: z.array(search).min(1), nextCursor: z.string().nullable() }),
      ),
      ...['views', 'visitors'].map(
        (report): Step => ({
          operation: report === 'views' ? 'countPageViews' : 'countPageVisitors',
          request: get('admin', at(`${report}?limit=250&offset=0&dateTo=${NOW}`)),
          reply: z.object({
            [report]: z
              .array(z.object({ path: z.string(), human: z.number(), ai: z.number(), total: z.number() }))
              .min(1),
            hasMore: z.boolean(),
          }),
        }),
      ),
    ],
  },
  {
    client: 'shell script that prints feedback and failed searches (autobrr/mkbrr)',
    steps: [
      ...pages(
        'listPageFeedback',
        'feedback?dateFrom=2026-01-01&limit=100',
        z.object({ feedback: z.array(feedback).min(1), nextCursor: z.string().nullable() }),
      ),
      ...pages(
        'listSearchTerms',
        'searches?dateFrom=2026-01-01&limit=100',
        z.object({ searches: z.array(search).min(1), nextCursor: z.string().nullable() }),
      ),
    ],
  },
  {
    client: 'nightly index of feedback by page',
    steps: pages(
      'listPageFeedback',
      'feedback?dateFrom=2026-01-01&limit=100',
      z.object({ feedback: z.array(feedback.extend({ code: z.string().optional() })).min(1), ...end }),
    ),
  },
  {
    client: 'typed client of a feedback board',
    steps: [
      {
        operation: 'listPageFeedback',
        request: get('admin', at('feedback?source=contextual&status=pending&limit=100'), {
          'content-type': 'application/json',
        }),
        reply: z.object({ feedback: z.array(feedback).min(1), ...end }),
      },
    ],
  },
  {
    client: 'shell script of a monitor of threads',
    steps: [
      {
        operation: 'listConversations',
        request: get('admin', at('assistant?dateFrom=2026-01-01&dateTo=2037-12-31')),
        reply: z.object({
          conversations: z
            .array(
              z.object({
                id: z.string(),
                timestamp: z.string(),
                query: z.string(),
                response: z.string(),
                sources: z.array(z.object({ title: z.string(), url: z.string() })),
                resolutionStatus: z.enum(['answered', 'unanswered']),
                queryCategory: z.string().nullable(),
                pageUrl: z.string().nullable(),
              }),
            )
            .min(1),
        }),
      },
    ],
  },
  {
    client: 'report of a marketing skill, which pages by offset',
    steps: [
      {
        operation: 'countPageVisitors',
        request: get('admin', at('visitors?limit=100&offset=0')),
        reply: z.object({ totals: z.object({ human: z.number() }), hasMore: z.boolean() }),
      },
      ...['page-views', 'search-queries', 'caller-stats'].map(
        (name): Step => ({
          operation: undefined,
          request: get('admin', at(name)),
          reply: z.looseObject({}),
          cannot: `read the report "${name}": it guesses a name that the interface never had`,
        }),
      ),
    ],
  },
]

import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { cursor, dateQuery, dates, dayPeriod, endOf, limitOf, listEnd } from '../schemas/date-query.ts'
import { isoTime } from '../schemas/report-query.ts'

const SearchTermObject = z.object({
  searchQuery: z.string().describe('Lower case, without closing punctuation, at most 200 characters.'),
  hits: z.int().describe('How often it was searched for.'),
  ctr: z.number().describe('Share of these searches after which a found page was opened, 0 to 1.'),
  topClickedPage: z.string().nullable().describe('Path of the page that was opened most.'),
  lastSearchedAt: z.iso.datetime(),
})

export const listSearchTerms = defineOperation({
  id: 'listSearchTerms',
  summary: 'List what readers searched for, most frequent first',
  description:
    'Searches through the search operation and MCP. A search has a click if the same reader reads or views one of the found pages within ten minutes. Docent counts by day (UTC), so the report includes the whole of each day in the range.',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  query: z.object({ ...dates, limit: limitOf(100, 50), cursor }),
  reply: {
    status: 200,
    description: 'A page of queries.',
    content: {
      'application/json': z.object({
        searches: z.array(SearchTermObject),
        totalSearches: z.int().describe('Searches of the period, of all pages of the list.'),
        ...listEnd,
      }),
    },
  },
  async handle({ query, project, services, signal }) {
    const { from: _, to: __, ...rest } = dateQuery(query)
    const asked = { ...rest, ...dayPeriod(query) }
    const found = await services.threads.searchTerms(project.id, asked, { signal })
    const searches = found.entries.map((term) => ({
      searchQuery: term.query,
      hits: term.searches,
      ctr: term.clicks / term.searches,
      topClickedPage: term.topClickedPage,
      lastSearchedAt: isoTime(term.lastSearchedAt),
    }))
    return json({ searches, totalSearches: found.total, ...endOf(found.nextCursor) })
  },
})

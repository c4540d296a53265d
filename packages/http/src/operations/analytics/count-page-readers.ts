import type { PageCounts } from '@docent/core/plugin'
import { json, type Operation } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { dates, dayPeriod, limitOf } from '../schemas/date-query.ts'

const count = {
  human: z.int().describe('People.'),
  ai: z.int().describe('Programs, by their user agent.'),
  total: z.int(),
}
const PageReaders = z.object({ path: z.string(), ...count })

const Programs = z.object({
  program: z.string().nullable().describe('Null for all programs without a name.'),
  views: z.int(),
})

const MAX_OFFSET = 1_000_000

const Query = z.object({
  ...dates,
  limit: limitOf(250, 50),
  offset: z
    .string()
    .regex(/^\d{1,7}$/, `must be an integer from 0 to ${MAX_OFFSET}`)
    .transform(Number)
    .default(0)
    .describe('Pages to leave out at the beginning.'),
})

const BY_DAY = 'Docent counts by day (UTC), so the report includes the whole of each day in the range.'

export const countPageViews = counted('views', {
  id: 'countPageViews',
  summary: 'Count views by page, most viewed first',
  description: `Counts views from the view operation, and views of the pages that Docent serves. ${BY_DAY}`,
})

export const countPageVisitors = counted('visitors', {
  id: 'countPageVisitors',
  summary: 'Count visitors by page, most visited first',
  description: `A visitor counts once a day, so somebody who visits on two days counts twice. ${BY_DAY}`,
})

function counted(
  what: 'views' | 'visitors',
  about: { id: string; summary: string; description: string },
): Operation {
  return defineOperation({
    ...about,
    tag: 'Analytics',
    key: 'admin',
    scope: 'read',
    query: Query,
    reply: {
      status: 200,
      description: 'The totals of the period, and a page of the list.',
      content: {
        'application/json': z.object({
          totals: z.object(count),
          [what]: z.array(PageReaders),
          hasMore: z.boolean(),
          ...(what === 'views' ? { programs: z.array(Programs) } : {}),
        }),
      },
    },
    async handle({ query, project, services, signal }) {
      const { limit, offset } = query
      const asked = { ...dayPeriod(query), limit: limit + 1, offset }
      const { totals, pages }: PageCounts = await services.readings[what](project.id, asked, { signal })
      const list = { totals, [what]: pages.slice(0, limit), hasMore: pages.length > limit }
      if (what === 'visitors') return json(list)
      const programs = await services.readings.programs(project.id, dayPeriod(query), { signal })
      return json({ ...list, programs })
    },
  })
}

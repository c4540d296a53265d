import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { dates, dayPeriod } from '../schemas/date-query.ts'

export const countCallers = defineOperation({
  id: 'countCallers',
  summary: 'Count questions by caller',
  description: 'Docent counts by day (UTC), so the report includes the whole of each day in the range.',
  tag: 'Analytics',
  key: 'admin',
  scope: 'read',
  query: z.object(dates),
  reply: {
    status: 200,
    description: 'The number of questions in the period.',
    content: {
      'application/json': z.object({
        web: z.int().describe('From pages: requests with an `Origin`.'),
        api: z.int().describe('With an assistant key from anywhere else.'),
        other: z.int().describe('From the dashboard and the command line, and before this was kept.'),
        total: z.int(),
      }),
    },
  },
  async handle({ query, project, services, signal }) {
    const { web, api, other } = await services.threads.callers(project.id, dayPeriod(query), { signal })
    return json({ web, api, other, total: web + api + other })
  },
})

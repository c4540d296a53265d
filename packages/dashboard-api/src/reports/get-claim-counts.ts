import { json } from '@docent/core/plugin'
import { defineApiOperation, integerParameter } from '@docent/http'
import { z } from 'zod'
import { lastDays } from './last-days.ts'

export const getClaimCounts = defineApiOperation({
  id: 'getClaimCounts',
  summary: "Count answers with a sentence that the passages don't support",
  description: 'Includes only answers whose claims were checked.',
  tag: 'Dashboard',
  permission: 'view',
  query: z.object({
    days: integerParameter(1, 366).default(30).describe('Days back from today, which is the last of them.'),
  }),
  reply: {
    status: 200,
    description: 'Checked answers by model.',
    content: {
      'application/json': z.object({
        models: z.array(
          z.object({
            model: z.string(),
            checked: z.int(),
            unsupported: z.int().describe('Checked answers with a sentence below the threshold.'),
          }),
        ),
      }),
    },
  },
  async handle({ query, project, services, signal }) {
    const period = lastDays(query.days, services.clock.now())
    return json({ models: await services.readAnalytics.claims(project, period, { signal }) })
  },
})

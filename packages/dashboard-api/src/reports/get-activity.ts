import { ReadActivity } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation, integerParameter } from '@docent/http'
import { z } from 'zod'
import { DayObject, dayView } from './day-view.ts'
import { lastDays } from './last-days.ts'

export const getActivity = defineApiOperation({
  id: 'getActivity',
  summary: 'Get answers, jobs, and cost by day and by model',
  tag: 'Dashboard',
  permission: 'view',
  query: z.object({
    days: integerParameter(1, 366).default(30).describe('Days back from today, which is the last of them.'),
  }),
  reply: {
    status: 200,
    description: 'Every day of the period, and every model that was used.',
    content: {
      'application/json': z.object({
        days: z.array(DayObject),
        models: z.array(
          z.object({
            model: z.string(),
            answers: z.int(),
            jobs: z.int(),
            inputTokens: z.int(),
            outputTokens: z.int(),
            dollars: z.number().nullable().describe('Null where the price is not known.'),
          }),
        ),
        isPriced: z
          .boolean()
          .describe('False when models were used, and the price of none of them is known.'),
      }),
    },
  },
  async handle({ query, project, services, signal }) {
    const period = lastDays(query.days, services.clock.now())
    const { days, ...rest } = await services.docent.resolve(ReadActivity).read(project, period, { signal })
    return json({ days: days.map(dayView), ...rest })
  },
})

import { json } from '@docent/core/plugin'
import { defineApiOperation, integerParameter, isoTime } from '@docent/http'
import { z } from 'zod'
import { lastDays } from './last-days.ts'

export const getInventedNames = defineApiOperation({
  id: 'getInventedNames',
  summary: "Count names in answers that the documentation doesn't contain",
  description:
    'Includes answers that were repaired or lost a sentence. For all answers by model, see the activity of the project.',
  tag: 'Dashboard',
  permission: 'view',
  query: z.object({
    days: integerParameter(1, 366).default(30).describe('Days back from today, which is the last of them.'),
    limit: integerParameter(1, 200).default(50).describe('Most names.'),
  }),
  reply: {
    status: 200,
    description: 'Answers with such names by model, and the most frequent names.',
    content: {
      'application/json': z.object({
        models: z.array(z.object({ model: z.string(), answers: z.int().describe('With such a name.') })),
        names: z.array(
          z.object({
            text: z.string(),
            kind: z.string(),
            suggestion: z.string().nullable().describe('The nearest name that the documentation has.'),
            answers: z.int(),
            models: z.array(z.string()).describe('Models that wrote it.'),
            lastAt: z.iso.datetime(),
          }),
        ),
      }),
    },
  },
  async handle({ query, project, services, signal }) {
    const { models, names } = await services.readAnalytics.inventedNames(
      project,
      { ...lastDays(query.days, services.clock.now()), limit: query.limit },
      { signal },
    )
    return json({ models, names: names.map((name) => ({ ...name, lastAt: isoTime(name.lastAt) })) })
  },
})

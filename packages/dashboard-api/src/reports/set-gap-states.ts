import { json } from '@docent/core/plugin'
import { defineApiOperation, period, reportPeriod } from '@docent/http'
import { z } from 'zod'

const ids = z
  .array(z.string().max(100))
  .min(1)
  .max(100)
  .describe('IDs of gaps, as the list of the same period has them.')
  .meta({ examples: [['6e92d12a88f22634']] })

export const setGapStates = defineApiOperation({
  id: 'setGapStates',
  summary: 'Dismiss, snooze, or reopen gaps',
  description:
    'A dismissed gap is open again when somebody asks who had not asked before. A snoozed gap is open again at its time. Send the same period as for the list of gaps.',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'gap.set-state',
  query: z.object(period),
  body: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('dismissed'), ids }),
    z.strictObject({ state: z.literal('open'), ids }),
    z.strictObject({
      state: z.literal('snoozed'),
      ids,
      until: z.iso.datetime().describe('When it is open again.'),
    }),
  ]),
  reply: {
    status: 200,
    description: 'How many of these gaps there are.',
    content: { 'application/json': z.object({ changed: z.int() }) },
  },
  async handle({ body, query, project, services, signal, note }) {
    const wish =
      body.state === 'snoozed' ? { state: body.state, until: Date.parse(body.until) } : { state: body.state }
    const chosen = { project, period: reportPeriod(query), ids: body.ids }
    const changed = await services.gaps.decide(chosen, wish, { signal })
    note.about(project.id, { state: body.state, gaps: changed })
    return json({ changed })
  },
})

import { json } from '@docent/core/plugin'
import { defineApiOperation, period, reportPeriod } from '@docent/http'
import { z } from 'zod'

export const getGapPrompt = defineApiOperation({
  id: 'getGapPrompt',
  summary: 'Get what the agent would be asked about a gap',
  tag: 'Dashboard',
  permission: 'view',
  query: z.object(period),
  reply: {
    status: 200,
    description: 'The prompt. Change it, and send it with the job.',
    content: { 'application/json': z.object({ prompt: z.string() }) },
  },
  async handle({ params, query, project, services, signal }) {
    const gap = { project, gapId: params.gapId ?? '', period: reportPeriod(query) }
    return json({ prompt: await services.createGapJob.prompt(gap, { signal }) })
  },
})

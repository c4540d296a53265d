import { jobView } from '@docent/core'
import { defined, json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { integerParameter } from '../schemas/integer-parameter.ts'
import { JobObject } from '../schemas/job-object.ts'

const Query = z.object({
  status: z.enum(['active', 'completed', 'failed']).optional().describe('Only jobs in this state.'),
  archived: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .describe('Only jobs that are archived, or that are not.'),
  limit: integerParameter(1, 100).default(20).describe('Jobs on a page, 1 to 100.'),
  cursor: z.string().min(1).max(500).optional().describe('`nextCursor` of the page before.'),
})

export const listAgentJobs = defineOperation({
  id: 'listAgentJobs',
  summary: 'List agent jobs, newest first',
  tag: 'Agent',
  key: 'admin',
  scope: 'read',
  query: Query,
  reply: {
    status: 200,
    description: 'A page of jobs.',
    content: {
      'application/json': z.object({ jobs: z.array(JobObject), nextCursor: z.string().nullable() }),
    },
  },
  async handle({ query, project, services }) {
    const { status, archived, limit, cursor } = query
    const page = await services.readJobs.list(project, {
      limit,
      ...defined({ status, archived, cursor }),
    })
    return json({ jobs: page.jobs.map(jobView), nextCursor: page.nextCursor })
  },
})

import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { integerParameter } from '../schemas/integer-parameter.ts'
import { SessionObject } from '../schemas/job-object.ts'
import { sessionView } from '../v1/session-view.ts'

const Query = z.object({
  skip: integerParameter(0, 100_000).default(0).describe('Sessions to pass over.'),
  take: integerParameter(1, 100).default(12).describe('Sessions to answer with, 1 to 100.'),
})

export const listAgentJobsV1 = defineOperation({
  id: 'listAgentJobsV1',
  summary: 'List agent jobs as sessions, newest first (deprecated)',
  tag: 'Agent',
  key: 'admin',
  scope: 'read',
  deprecatedFor: '/v2/agent/{projectId}/jobs',
  query: Query,
  reply: {
    status: 200,
    description: 'Sessions.',
    content: { 'application/json': z.object({ allSessions: z.array(SessionObject) }) },
  },
  async handle({ query, project, services }) {
    const { jobs } = await services.readJobs.list(project, { limit: query.take, skip: query.skip })
    return json({ allSessions: jobs.map((job) => sessionView(job, project.domain)) })
  },
})

import { defined, json } from '@docent/core/plugin'
import { defineApiOperation, integerParameter } from '@docent/http'
import { z } from 'zod'
import { JobSummaryObject, jobSummary } from './job-views.ts'

export const listJobs = defineApiOperation({
  id: 'listJobs',
  summary: 'List jobs with their titles, newest first',
  tag: 'Dashboard',
  permission: 'view',
  query: z.object({
    status: z.enum(['active', 'completed', 'failed']).optional().describe('Only jobs in this state.'),
    archived: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional()
      .describe('Only jobs that are archived, or that are not.'),
    limit: integerParameter(1, 100).default(20).describe('Jobs on a page, 1 to 100.'),
    cursor: z.string().min(1).max(500).optional().describe('`nextCursor` of the page before.'),
  }),
  reply: {
    status: 200,
    description: 'A page of jobs.',
    content: {
      'application/json': z.object({ jobs: z.array(JobSummaryObject), nextCursor: z.string().nullable() }),
    },
  },
  async handle({ query, project, services, signal }) {
    const { status, archived, limit, cursor } = query
    const { jobs, nextCursor } = await services.readJobs.list(
      project,
      {
        limit,
        ...defined({ status }),
        ...defined({ archived }),
        ...defined({ cursor }),
      },
      { signal },
    )
    const places = await services.readJobs.places(project, jobs, { signal })
    return json({ jobs: jobs.map((job) => jobSummary(job, places.get(job.id))), nextCursor })
  },
})

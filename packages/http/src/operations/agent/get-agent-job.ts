import { jobId } from '@docent/core'
import { defineOperation } from '../../calls/operation.ts'
import { describeJobReply, jobReply } from './job-reply.ts'

export const getAgentJob = defineOperation({
  id: 'getAgentJob',
  summary: 'Get an agent job',
  tag: 'Agent',
  key: 'admin',
  scope: 'read',
  reply: describeJobReply(200, 'The job.'),
  async handle({ params, project, services }) {
    return jobReply(await services.readJobs.get(project, jobId(params.id ?? '')))
  },
})

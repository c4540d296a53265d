import { jobId } from '@docent/core'
import { defineApiOperation } from '@docent/http'
import { describeJob, jobReply } from './job-reply.ts'

export const getJob = defineApiOperation({
  id: 'getJob',
  summary: 'Get a job with its to-dos, its pull request, and its cost',
  tag: 'Dashboard',
  permission: 'view',
  reply: describeJob(200, 'The job.'),
  async handle({ params, project, services, signal }) {
    return jobReply(
      services,
      project,
      await services.readJobs.get(project, jobId(params.id ?? ''), { signal }),
    )
  },
})

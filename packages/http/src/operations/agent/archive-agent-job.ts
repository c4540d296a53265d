import { archiveJob, jobId } from '@docent/core'
import { defined } from '@docent/core/plugin'
import { defineOperation } from '../../calls/operation.ts'
import { describeJobReply, jobRecord, jobReply } from './job-reply.ts'

export const archiveAgentJob = defineOperation({
  id: 'archiveAgentJob',
  summary: 'Archive a finished agent job',
  description: 'If you archive a job again, the first time stays. While the job is active, the reply is 409.',
  tag: 'Agent',
  key: 'admin',
  scope: 'write',
  reply: describeJobReply(200, 'The job, with `archivedAt`.'),
  idempotency: { respond: (job) => jobRecord(job) },
  async handle({ params, project, claim, services }) {
    const id = jobId(params.id ?? '')
    const idempotency = defined({ idempotency: claim })
    return jobReply(await archiveJob(services, { project, id, ...idempotency }))
  },
})

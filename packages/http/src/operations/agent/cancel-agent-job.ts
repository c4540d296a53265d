import { cancelJob, jobId } from '@docent/core'
import { defined } from '@docent/core/plugin'
import { defineOperation } from '../../calls/operation.ts'
import { describeJobReply, jobRecord, jobReply } from './job-reply.ts'

export const cancelAgentJob = defineOperation({
  id: 'cancelAgentJob',
  summary: 'Cancel an active agent job',
  description:
    'Docent aborts the running step and discards unread messages. If the agent has started to publish, the reply is 409.',
  tag: 'Agent',
  key: 'admin',
  scope: 'write',
  reply: describeJobReply(200, 'The job, failed.'),
  idempotency: { respond: (job) => jobRecord(job) },
  async handle({ params, project, claim, services }) {
    const id = jobId(params.id ?? '')
    const idempotency = defined({ idempotency: claim })
    return jobReply(await cancelJob(services, { project, id, ...idempotency }))
  },
})

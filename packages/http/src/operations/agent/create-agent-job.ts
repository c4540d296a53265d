import { defined } from '@docent/core/plugin'
import { defineOperation } from '../../calls/operation.ts'
import { PromptBody } from '../schemas/prompt.ts'
import { describeJobReply, jobRecord, jobReply } from './job-reply.ts'

export const createAgentJob = defineOperation({
  id: 'createAgentJob',
  summary: 'Create an agent job',
  description:
    'The job runs in the background. Poll it until its status is `completed` or `failed`. If the agent changes files, it opens a pull request, and `prLink` has its address.',
  tag: 'Agent',
  key: 'admin',
  scope: 'write',
  limit: 'agent',
  body: PromptBody,
  reply: describeJobReply(201, 'The job; it is durable.'),
  idempotency: { respond: (job) => jobRecord(job, 201) },
  async handle({ body, project, key, claim, services }) {
    const job = await services.createJob.create({
      project,
      key,
      apiVersion: 'v2',
      messages: [{ role: 'user', content: body.prompt }],
      ...defined({ idempotency: claim }),
    })
    return jobReply(job, 201)
  },
})

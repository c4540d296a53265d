import { jobId } from '@docent/core'
import { defined } from '@docent/core/plugin'
import { defineOperation } from '../../calls/operation.ts'
import { PromptBody } from '../schemas/prompt.ts'
import { describeJobReply, jobRecord, jobReply } from './job-reply.ts'

export const sendAgentMessage = defineOperation({
  id: 'sendAgentMessage',
  summary: 'Send a follow-up message to an agent job',
  description:
    'A running agent reads the message before its next step. A finished job becomes active again and continues on its branch and pull request.',
  tag: 'Agent',
  key: 'admin',
  scope: 'write',
  limit: 'agent',
  body: PromptBody,
  reply: describeJobReply(200, 'The job, active.'),
  idempotency: { respond: (job) => jobRecord(job) },
  async handle({ params, body, project, claim, services }) {
    const job = await services.sendMessage.send({
      project,
      id: jobId(params.id ?? ''),
      prompt: body.prompt,
      ...defined({ idempotency: claim }),
    })
    return jobReply(job)
  },
})

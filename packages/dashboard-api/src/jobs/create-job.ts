import { defined } from '@docent/core/plugin'
import { defineApiOperation, PromptBody, personIdOf } from '@docent/http'
import { z } from 'zod'
import { withAgentLimit } from '../with-agent-limit.ts'
import { describeJob, jobReply } from './job-reply.ts'

export const createJob = defineApiOperation({
  id: 'createJob',
  summary: 'Start a job',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'job.create',
  body: PromptBody.extend({
    asDraft: z.boolean().default(false).describe('Opens the pull request as a draft.'),
  }),
  reply: describeJob(201, 'The job; it is durable.'),
  async handle(call) {
    const { actor, body, project, services, signal, note } = call
    const job = await withAgentLimit(call, () =>
      services.createJob.create(
        {
          project,
          apiVersion: 'v2',
          messages: [{ role: 'user', content: body.prompt }],
          asDraft: body.asDraft,
          ...defined({ personId: personIdOf(actor) }),
        },
        { signal },
      ),
    )
    note.about(job.id, { title: job.title })
    return jobReply(services, project, job, 201)
  },
})

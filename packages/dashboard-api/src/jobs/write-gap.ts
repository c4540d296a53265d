import { defined } from '@docent/core/plugin'
import { defineApiOperation, PromptBody, period, personIdOf, reportPeriod } from '@docent/http'
import { z } from 'zod'
import { withAgentLimit } from '../with-agent-limit.ts'
import { describeJob, jobReply } from './job-reply.ts'

export const writeGap = defineApiOperation({
  id: 'writeGap',
  summary: 'Have the agent fill a gap (dashboard)',
  description: 'Starts a job that opens a draft pull request. Send the same period as for the list of gaps.',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'gap.write',
  query: z.object(period),
  body: z.object({
    prompt: PromptBody.shape.prompt
      .optional()
      .describe('The instruction for the agent. Default: the prompt of the gap.'),
  }),
  reply: describeJob(201, 'The job; it is durable.'),
  async handle(call) {
    const { actor, body, params, query, project, services, note } = call
    const job = await withAgentLimit(call, () =>
      services.createGapJob.create({
        project,
        gapId: params.gapId ?? '',
        period: reportPeriod(query),
        ...defined({ personId: personIdOf(actor), prompt: body.prompt }),
      }),
    )
    note.about(job.id, { title: job.title })
    return jobReply(services, project, job, 201)
  },
})

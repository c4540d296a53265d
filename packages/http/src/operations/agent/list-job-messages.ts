import { jobId } from '@docent/core'
import { json } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { isoTime } from '../schemas/report-query.ts'

const JobMessageObject = z
  .object({
    id: z.string(),
    kind: z
      .enum(['prompt', 'follow_up', 'closing'])
      .describe('What the job began with, what was asked later, or what the agent said at the end of a run.'),
    role: z.enum(['user', 'system', 'assistant']),
    content: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'JobMessage' })

export const listJobMessages = defineOperation({
  id: 'listJobMessages',
  summary: 'Read the messages of a job',
  tag: 'Agent',
  key: 'admin',
  scope: 'read',
  reply: {
    status: 200,
    description: "The prompt, the follow-ups, and the agent's closing messages, in order.",
    content: { 'application/json': z.object({ messages: z.array(JobMessageObject) }) },
  },
  async handle({ params, project, services, signal }) {
    const spoken = await services.jobConversation.read(project, jobId(params.id ?? ''), { signal })
    return json({ messages: spoken.map((each) => ({ ...each, createdAt: isoTime(each.createdAt) })) })
  },
})

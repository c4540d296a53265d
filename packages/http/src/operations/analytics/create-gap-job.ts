import { defined } from '@docent/core/plugin'
import { z } from 'zod'
import { defineOperation } from '../../calls/operation.ts'
import { describeJobReply, jobRecord, jobReply } from '../agent/job-reply.ts'
import { period, reportPeriod } from '../schemas/report-query.ts'

export const createGapJob = defineOperation({
  id: 'createGapJob',
  summary: 'Have the agent fill a gap',
  description:
    'Creates an agent job that opens a draft pull request. The agent gets the questions as data, and writes only what the repository shows. The pull request quotes the questions.',
  tag: 'Analytics',
  key: 'admin',
  scope: 'write',
  limit: 'agent',
  query: z.object(period),
  reply: describeJobReply(201, 'The job; it is durable.'),
  idempotency: { respond: (job) => jobRecord(job, 201) },
  async handle({ params, query, project, key, claim, services }) {
    const job = await services.createGapJob.create({
      project,
      key,
      gapId: params.gapId ?? '',
      period: reportPeriod(query),
      ...defined({ idempotency: claim }),
    })
    return jobReply(job, 201)
  },
})

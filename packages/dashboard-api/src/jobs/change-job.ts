import {
  jobId,
  archiveJob as putJobAway,
  cancelJob as stopJob,
  cancelJobs as stopJobs,
  restoreJob as takeJobBack,
} from '@docent/core'
import { defined, type Job, type JobId, json } from '@docent/core/plugin'
import { type ApiCall, defineApiOperation, PromptBody, personIdOf } from '@docent/http'
import { z } from 'zod'
import { withAgentLimit } from '../with-agent-limit.ts'
import { describeJob, jobReply } from './job-reply.ts'

interface Change {
  id: string
  summary: string
  audit: string
  change: (call: ApiCall, id: JobId) => Promise<Job>
}

function changeOf({ id, summary, audit, change }: Change) {
  return defineApiOperation({
    id,
    summary,
    tag: 'Dashboard',
    permission: 'edit',
    audit,
    reply: describeJob(200, 'The job as it is now.'),
    async handle(call) {
      const job = jobId(call.params.id ?? '')
      const changed = await change(call, job)
      call.note.about(job, { title: changed.title })
      return jobReply(call.services, call.project, changed)
    },
  })
}

export const cancelJob = changeOf({
  id: 'cancelJob',
  summary: 'Cancel a job',
  audit: 'job.cancel',
  change: ({ project, services, signal }, id) => stopJob(services, { project, id }, { signal }),
})

export const cancelJobs = defineApiOperation({
  id: 'cancelJobs',
  summary: 'Cancel the active jobs of a project, at most 1,000 at once',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'job.cancel-all',
  reply: {
    status: 200,
    description: 'How many jobs were cancelled.',
    content: {
      'application/json': z.object({
        cancelled: z.int(),
        hasMore: z.boolean().describe('True if there may be more: call again.'),
      }),
    },
  },
  async handle({ project, services, signal, note }) {
    const end = await stopJobs(services, project, { signal })
    note.about(project.id, { cancelled: end.cancelled })
    return json(end)
  },
})

export const archiveJob = changeOf({
  id: 'archiveJob',
  summary: 'Archive a job',
  audit: 'job.archive',
  change: ({ project, services, signal }, id) => putJobAway(services, { project, id }, { signal }),
})

export const restoreJob = changeOf({
  id: 'restoreJob',
  summary: 'Take a job out of the archive',
  audit: 'job.restore',
  change: ({ project, services, signal }, id) => takeJobBack(services, { project, id }, { signal }),
})

export const repeatJob = changeOf({
  id: 'repeatJob',
  summary: 'Start a job with the prompt of another job',
  audit: 'job.repeat',
  async change(call, id) {
    const { actor, project, services, signal } = call
    const job = await services.readJobs.get(project, id, { signal })
    const first = await services.readJobs.request(project, id, { signal })
    return withAgentLimit(call, () =>
      services.createJob.create(
        {
          project,
          apiVersion: 'v2',
          messages: first,
          asDraft: job.asDraft,
          ...defined({ personId: personIdOf(actor) }),
        },
        { signal },
      ),
    )
  },
})

export const followUpJob = defineApiOperation({
  id: 'followUpJob',
  summary: 'Send a follow-up to a job',
  tag: 'Dashboard',
  permission: 'edit',
  audit: 'job.follow-up',
  body: PromptBody,
  reply: describeJob(200, 'The job as it is now.'),
  async handle(call) {
    const { params, body, project, services, signal, note } = call
    const id = jobId(params.id ?? '')
    const job = await withAgentLimit(call, () =>
      services.sendMessage.send({ project, id, prompt: body.prompt }, { signal }),
    )
    note.about(id, { title: job.title })
    return jobReply(services, project, job)
  },
})

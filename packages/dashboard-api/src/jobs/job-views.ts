import { branchOf, type JobUsage, WAITS_FOR } from '@docent/core'
import { type Job, type JobPlace, pullRequestState } from '@docent/core/plugin'
import { z } from 'zod'

const JobSummary = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['active', 'completed', 'failed']),
  cancelled: z.boolean(),
  branch: z.string(),
  model: z.string().describe('`provider:model`.'),
  pullRequest: z
    .object({
      number: z.int(),
      url: z.string(),
      draft: z.boolean(),
      state: z.enum(['open', 'merged', 'closed']).describe('As far as the git host told Docent.'),
      mergedAt: z.iso.datetime().nullable(),
      mergedBy: z.string().nullable().describe('As the git host names them. Null where it does not say.'),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().nullable(),
  waiting: z
    .object({
      for: z.enum(WAITS_FOR).describe('`machine` is the worker, `server` a part such as the store.'),
      reason: z.string(),
      since: z.iso.datetime(),
      until: z.iso.datetime().describe('The next try.'),
    })
    .nullable()
    .describe('What the job waits for. Null while it works, and when it has ended.'),
  place: z
    .object({
      position: z.int().min(1).describe('1 for the next job of the project.'),
      expectedAt: z.iso.datetime().nullable().describe('When it begins, as far as Docent can tell.'),
    })
    .nullable()
    .describe('Where the job stands in the line of its project. Null if it does not wait for a worker.'),
})

export const JobSummaryObject = JobSummary.meta({ id: 'JobSummary' })

export const JobDetailObject = z
  .object({
    ...JobSummary.shape,
    repository: z.string(),
    run: z.int(),
    publishing: z.boolean().describe('True while the branch and the pull request are made: no cancel then.'),
    haltReason: z.string().nullable(),
    messageToUser: z.string(),
    todos: z.array(z.looseObject({ id: z.string(), content: z.string(), status: z.string() })),
    usage: z.object({
      steps: z.int(),
      inputTokens: z.int(),
      outputTokens: z.int(),
      workMs: z.number(),
      dollars: z.number().nullable().describe('Null where the price of the model is not known.'),
    }),
  })
  .meta({ id: 'JobDetail' })

export function jobSummary(job: Job, place?: JobPlace): z.input<typeof JobSummary> {
  const { id, title, status, cancelled, model, pullRequest, waiting } = job
  return {
    id,
    title,
    status,
    cancelled,
    branch: branchOf(job),
    model,
    pullRequest: pullRequest && {
      number: pullRequest.number,
      url: pullRequest.url,
      draft: pullRequest.draft,
      state: pullRequestState(pullRequest),
      mergedAt: pullRequest.mergedAt === undefined ? null : new Date(pullRequest.mergedAt).toISOString(),
      mergedBy: pullRequest.mergedBy ?? null,
    },
    createdAt: new Date(job.createdAt).toISOString(),
    updatedAt: new Date(job.updatedAt).toISOString(),
    archivedAt: job.archivedAt === null ? null : new Date(job.archivedAt).toISOString(),
    waiting: waitingView(waiting),
    place: place
      ? {
          position: place.position,
          expectedAt: place.expectedAt === null ? null : new Date(place.expectedAt).toISOString(),
        }
      : null,
  }
}

/** What a job waits for, with its times as text. */
export function waitingView(waiting: Job['waiting']) {
  if (waiting === undefined) return null
  const { since, until, brokenOff: _, ...rest } = waiting
  return { ...rest, since: new Date(since).toISOString(), until: new Date(until).toISOString() }
}

export function jobDetail(job: Job, usage: JobUsage, place?: JobPlace) {
  const { source, run, publishing, haltReason, messageToUser, todos } = job
  return {
    ...jobSummary(job, place),
    repository: source.repository,
    run,
    publishing,
    haltReason,
    messageToUser,
    todos,
    usage,
  }
}

import type { OutboxMessage } from '../domain/outbox.ts'
import { jobView } from '../jobs/job-views.ts'

/** The body of a delivery: `type`, `timestamp` and `data`, as Standard Webhooks has them. */
export function webhookBody({ type, at, job }: OutboxMessage): string {
  const { pullRequest } = job
  return JSON.stringify({
    type,
    timestamp: new Date(at).toISOString(),
    data: {
      projectId: job.projectId,
      job: jobView(job),
      title: job.title,
      run: job.run,
      ...((type === 'pull_request.opened' || type === 'pull_request.merged') && pullRequest
        ? {
            pullRequest: {
              number: pullRequest.number,
              url: pullRequest.url,
              branch: pullRequest.branch,
              draft: pullRequest.draft,
              ...(pullRequest.mergedAt === undefined
                ? {}
                : {
                    mergedAt: new Date(pullRequest.mergedAt).toISOString(),
                    mergedBy: pullRequest.mergedBy ?? null,
                  }),
            },
          }
        : {}),
      ...(type === 'job.completed' || type === 'job.failed'
        ? { haltReason: job.haltReason, messageToUser: job.messageToUser }
        : {}),
    },
  })
}

import type { Job, JobStatus } from '../domain/job.ts'
import { branchOf } from '../domain/pull-request-facts.ts'

/** The v2 job object, exactly the fields of the contract. */
export interface JobView {
  id: string
  status: JobStatus
  source: { repository: string; ref: string }
  model: string
  prLink: string | null
  createdAt: string
  archivedAt: string | null
}

/** `prLink` is null while the job is active, also during a follow-up. */
export function jobView(job: Job): JobView {
  return {
    id: job.id,
    status: job.status,
    source: { repository: job.source.repository, ref: branchOf(job) },
    model: job.model,
    prLink: job.status === 'active' ? null : (job.pullRequest?.url ?? null),
    createdAt: new Date(job.createdAt).toISOString(),
    archivedAt: job.archivedAt === null ? null : new Date(job.archivedAt).toISOString(),
  }
}

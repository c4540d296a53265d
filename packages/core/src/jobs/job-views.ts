import type { HaltReason, Job, JobStatus, Todo } from '../domain/job.ts'

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

/** The v1 session object, spelled as the contract spells it. */
export interface SessionView {
  sessionId: string
  subdomain: string
  branch: string
  haulted: boolean
  haultReason?: HaltReason
  pullRequestLink: string
  messageToUser: string
  todos: Todo[]
  userId?: string
  title: string
  createdAt: string
}

/** `prLink` is null while the job is active, also during a follow-up. */
export function jobView(job: Job): JobView {
  return {
    id: job.id,
    status: job.status,
    source: { repository: job.source.repository, ref: job.source.ref },
    model: job.model,
    prLink: job.status === 'active' ? null : (job.pullRequest?.url ?? null),
    createdAt: new Date(job.createdAt).toISOString(),
    archivedAt: job.archivedAt === null ? null : new Date(job.archivedAt).toISOString(),
  }
}

/** Strings are never null; `haultReason` and `userId` are left out when unset. `subdomain` is the project's domain. */
export function sessionView(job: Job, subdomain: string): SessionView {
  return {
    sessionId: job.id,
    subdomain,
    branch: job.source.ref,
    haulted: job.status !== 'active',
    ...(job.status === 'active' || job.haltReason === null ? {} : { haultReason: job.haltReason }),
    pullRequestLink: job.status === 'active' ? '' : (job.pullRequest?.url ?? ''),
    messageToUser: job.messageToUser,
    todos: job.todos.map(({ content, status, priority, id }) => ({ content, status, priority, id })),
    ...(job.userId === null ? {} : { userId: job.userId }),
    title: job.title,
    createdAt: new Date(job.createdAt).toISOString(),
  }
}

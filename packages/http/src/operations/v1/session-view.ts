import { branchOf, type HaltReason, type Todo } from '@docent/core'
import { defined, type Job } from '@docent/core/plugin'

/** The v1 session object, spelled as the contract spells it. */
export interface SessionView {
  sessionId: string
  subdomain: string
  branch: string
  haulted: boolean
  haultReason?: V1HaltReason
  pullRequestLink: string
  messageToUser: string
  todos: Todo[]
  userId?: string
  title: string
  createdAt: string
}

/** Reasons as v1 spells them, whatever the git host is. */
export const V1_HALT_REASONS = {
  completed: 'completed',
  git_host_misconfigured: 'github_missconfigured',
  error: 'error',
} as const satisfies Record<HaltReason, string>

type V1HaltReason = (typeof V1_HALT_REASONS)[HaltReason]

/** Strings are never null; `haultReason` and `userId` are left out when unset. `subdomain` is the project's domain. */
export function sessionView(job: Job, subdomain: string): SessionView {
  const isActive = job.status === 'active'
  return {
    sessionId: job.id,
    subdomain,
    branch: branchOf(job),
    haulted: !isActive,
    ...(isActive || job.haltReason === null ? {} : { haultReason: V1_HALT_REASONS[job.haltReason] }),
    pullRequestLink: isActive ? '' : (job.pullRequest?.url ?? ''),
    messageToUser: job.messageToUser,
    todos: job.todos.map(({ content, status, priority, id }) => ({ content, status, priority, id })),
    ...defined({ userId: job.userId ?? job.personId }),
    title: job.title,
    createdAt: new Date(job.createdAt).toISOString(),
  }
}

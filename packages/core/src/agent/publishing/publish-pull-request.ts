import { defined } from '@docent/content'
import type { Job } from '../../domain/job.ts'
import type { GitHost, OpenedPullRequest } from '../../ports/git-host.ts'
import type { PublishRecord } from '../run/run-history.ts'
import { adoptedBody, extendedBody, jobMarker, newBody } from './pull-request-text.ts'

/**
 * Opens the pull request of a pushed branch, or updates the one that is there. Safe to repeat: it looks before it
 * opens, in any state, because an earlier reply may have been lost.
 */
export async function publishPullRequest(
  host: GitHost,
  job: Job,
  publish: PublishRecord,
  base: string,
  signal: AbortSignal,
): Promise<OpenedPullRequest> {
  const { repository } = job.source
  const { branch } = publish.intent
  const found = await host.findPullRequests(repository, branch, { signal })
  const marked = found.filter((pull) => pull.body.includes(jobMarker(job)))
  const open = marked.find((pull) => pull.state === 'open') ?? found.find((pull) => pull.state === 'open')
  if (open) {
    const body = open.body.includes(jobMarker(job))
      ? extendedBody(job, open.body, publish)
      : adoptedBody(job, open.body, publish)
    return body === open.body ? open : host.updatePullRequest(repository, open.number, { body }, { signal })
  }
  // Merged by a person between our push and now: opening a second one would have nothing in it.
  const merged = marked.find((pull) => pull.state !== 'open' && pull.headCommit === publish.intent.commit)
  if (merged) return merged
  const { title, draft, labels, reviewers } = publish
  return host.openPullRequest(
    repository,
    {
      branch,
      base,
      title,
      body: newBody(job, publish),
      draft,
      ...defined({ labels, reviewers }),
    },
    { signal },
  )
}

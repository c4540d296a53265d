import type { JobSummary } from '../../api/jobs.ts'
import { Badge, LOOKS } from '../../ui/badge.tsx'

/** What became of a pull request: nothing while it is open. */
export function PullBadge({ pull }: { pull: JobSummary['pullRequest'] }) {
  return pull !== null && pull.state !== 'open' && <Badge look={LOOKS[pull.state]} />
}

type Shown = Pick<JobSummary, 'status' | 'cancelled' | 'pullRequest' | 'waiting'>

export function JobBadge({ job }: { job: Shown }) {
  return <Badge look={lookOf(job)} />
}

/** A job that ends without a pull request has changed nothing: it is no success to look at. */
export function lookOf({ status, cancelled, pullRequest, waiting }: Shown) {
  if (waiting !== null) return LOOKS.waiting
  if (cancelled && status !== 'active') return LOOKS.cancelled
  return status === 'completed' && pullRequest === null ? LOOKS.unchanged : LOOKS[status]
}

import type { JobSummary } from '../../api/jobs.ts'
import { Badge, LOOKS } from '../../ui/badge.tsx'

/** What became of a pull request: nothing while it is open. */
export function PullBadge({ pull }: { pull: JobSummary['pullRequest'] }) {
  return pull !== null && pull.state !== 'open' && <Badge look={LOOKS[pull.state]} />
}

export function JobBadge({ job }: { job: Pick<JobSummary, 'status' | 'cancelled'> }) {
  return <Badge look={job.cancelled && job.status !== 'active' ? LOOKS.cancelled : LOOKS[job.status]} />
}

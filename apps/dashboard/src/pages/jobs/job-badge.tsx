import type { JobSummary } from '../../api/jobs.ts'
import { Badge, LOOKS } from '../../ui/badge.tsx'

export function JobBadge({ job }: { job: Pick<JobSummary, 'status' | 'cancelled'> }) {
  return <Badge look={job.cancelled && job.status !== 'active' ? LOOKS.cancelled : LOOKS[job.status]} />
}

import { Hourglass } from 'lucide-react'
import type { JobSummary } from '../../api/jobs.ts'
import { Badge, LOOKS } from '../../ui/badge.tsx'
import { Moment } from '../../ui/time.tsx'

/** What became of a pull request: nothing while it is open. */
export function PullBadge({ pull }: { pull: JobSummary['pullRequest'] }) {
  return pull !== null && pull.state !== 'open' && <Badge look={LOOKS[pull.state]} />
}

type Shown = Pick<JobSummary, 'status' | 'cancelled' | 'pullRequest' | 'waiting'>

const THINGS = { model: 'model', 'git-host': 'git host', machine: 'worker', server: 'server' } as const

export function JobBadge({ job }: { job: Shown }) {
  const { waiting } = job
  if (waiting === null) return <Badge look={lookOf(job)} />
  return (
    <span className="badge attention" title={waiting.reason}>
      <Hourglass size={12} aria-hidden />
      <span>
        Waiting for {THINGS[waiting.for]}, next try <Moment at={waiting.until} />
      </span>
    </span>
  )
}

/** A job that ends without a pull request has changed nothing: it is no success to look at. */
export function lookOf({ status, cancelled, pullRequest, waiting }: Shown) {
  if (waiting !== null) return LOOKS.waiting
  if (cancelled && status !== 'active') return LOOKS.cancelled
  return status === 'completed' && pullRequest === null ? LOOKS.unchanged : LOOKS[status]
}

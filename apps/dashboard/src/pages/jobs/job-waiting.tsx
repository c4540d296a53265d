import type { JobSummary } from '../../api/jobs.ts'
import { Note } from '../../ui/states.tsx'
import { Moment } from '../../ui/time.tsx'

const THINGS = {
  model: 'the model',
  'git-host': 'the git host',
  machine: 'the machine of the worker',
  server: 'a part of the server',
} as const

/** What a job waits for, since when, and when it tries again. */
export function JobWaiting({ waiting }: { waiting: NonNullable<JobSummary['waiting']> }) {
  return (
    <Note kind="attention">
      <strong>
        Waiting for {THINGS[waiting.for]} since <Moment at={waiting.since} />.
      </strong>{' '}
      {waiting.reason} Next try: <Moment at={waiting.until} />.
    </Note>
  )
}

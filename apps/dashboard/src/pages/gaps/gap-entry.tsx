import { useNavigate } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { type Gap, useWriteGap } from '../../api/conversations.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/number.ts'
import { Time } from '../../ui/time.tsx'
import { WeekLine } from '../../ui/week-line.tsx'
import { NearbyPages } from './nearby-pages.tsx'

const DAY_MS = 86_400_000

/** A gap by its most frequent wording, with how often it was asked, and the job that closes it. */
export function GapEntry({ gap, days }: { gap: Gap; days: number }) {
  const project = useProject()
  const navigate = useNavigate()
  const canEdit = useCan('edit') && project.repository !== null
  const write = useWriteGap(project.id, days)
  const [first, ...others] = gap.questions
  const title = first?.question ?? gap.terms.join(' ')
  const values = dailyCounts(gap, days)
  return (
    <li className="gap" aria-label={title}>
      <div className="gap-text">
        <h2>
          {first === undefined ? (
            title
          ) : (
            <AppLink href={project.path(`conversations/${first.threadId}`)}>{title}</AppLink>
          )}
        </h2>
        <p className="quiet small">
          Asked {gap.count === 1 ? 'once' : `${plural(gap.count, 'time')}, the last time`}{' '}
          <Time at={gap.lastAskedAt} />
        </p>
        {others.length > 0 && (
          <details className="small">
            <summary>{plural(others.length, 'other wording')}</summary>
            <ul className="gap-questions">
              {others.map(({ question, threadId, count }) => (
                <li key={threadId}>
                  <AppLink href={project.path(`conversations/${threadId}`)}>{question}</AppLink>
                  {count > 1 && <span className="quiet"> × {count}</span>}
                </li>
              ))}
            </ul>
          </details>
        )}
        <NearbyPages question={title} />
      </div>
      <WeekLine values={values} label={`By day: ${values.join(', ')}`} />
      <div className="row gap-actions">
        {gap.jobId !== null && (
          <AppLink href={project.path(`jobs/${gap.jobId}`)} className="button">
            Open the job
          </AppLink>
        )}
        {canEdit && (
          <Button
            kind={gap.jobId === null ? 'default' : 'plain'}
            isPending={write.isPending}
            aria-label={`${gap.jobId === null ? 'Start a job' : 'Start another job'}: ${title}`}
            onPress={() =>
              write.mutate(gap.id, {
                onSuccess: ({ id }) => void navigate({ to: project.path(`jobs/${id}`) }),
              })
            }
          >
            <PenLine size={14} aria-hidden />
            {gap.jobId === null ? 'Start a job' : 'Start another job'}
          </Button>
        )}
      </div>
    </li>
  )
}

/** One number a day of the period, today last. */
function dailyCounts({ days: asked }: Gap, days: number): number[] {
  const counts = new Map(asked.map(({ day, count }) => [day, count]))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(Date.now() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return counts.get(day) ?? 0
  })
}

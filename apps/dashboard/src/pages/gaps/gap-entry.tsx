import type { Gap } from '../../api/gaps.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { plural } from '../../ui/number.ts'
import { Time } from '../../ui/time.tsx'
import { WeekLine } from '../../ui/week-line.tsx'
import { GapActions } from './gap-actions.tsx'
import { NearbyPages } from './nearby-pages.tsx'
import type { DecideGaps } from './use-decide-gaps.ts'

const DAY_MS = 86_400_000

interface GapEntryProps {
  gap: Gap
  days: number
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  decide: DecideGaps
}

/** A gap by its most frequent wording, with how often it was asked, and the job that closes it. */
export function GapEntry({ gap, days, isSelected, onSelect, decide }: GapEntryProps) {
  const project = useProject()
  const canEdit = useCan('edit')
  const { title } = gap
  const [first, ...others] = gap.questions
  const values = dailyCounts(gap, days)
  return (
    <li className="gap" aria-label={title}>
      <div className="gap-text">
        <h2 className="row">
          {canEdit && (
            <Checkbox isSelected={isSelected} onChange={onSelect}>
              <span className="hidden">Select: {title}</span>
            </Checkbox>
          )}
          {first === undefined ? (
            title
          ) : (
            <AppLink href={project.path(`conversations/${first.threadId}`)}>{title}</AppLink>
          )}
        </h2>
        <p className="quiet small">
          Asked {gap.count === 1 ? 'once' : `${plural(gap.count, 'time')}, the last time`}{' '}
          <Time at={gap.lastAskedAt} />
          {gap.snoozedUntil !== null && (
            <>
              , snoozed until <Time at={gap.snoozedUntil} />
            </>
          )}
        </p>
        {others.length > 0 && (
          <details className="small">
            <summary>{plural(others.length, 'other wording')}</summary>
            <ul className="gap-questions">
              {others.map(({ question, follows, threadId, count }) => (
                <li key={threadId + question}>
                  {follows !== null && <span className="quiet">{follows} → </span>}
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
      <GapActions gap={gap} days={days} decide={decide} />
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

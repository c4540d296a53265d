import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PenLine, TextSearch } from 'lucide-react'
import { type Gap, gapsQuery, useWriteGap } from '../../api/conversations.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { DaysSelect } from '../../ui/days-select.tsx'
import { plural } from '../../ui/number.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

export function GapsPage() {
  const project = useProject()
  const navigate = useNavigate()
  const { days = 30 } = useSearch({ strict: false }) as { days?: number }
  const query = useQuery(gapsQuery(project.id, days))
  return (
    <Page
      title="Gaps"
      lead="What readers asked and the documentation does not say, grouped by the words that the questions share."
    >
      <div className="filters">
        <DaysSelect
          days={days}
          onChange={(value) => void navigate({ to: project.path('gaps'), search: { days: value } })}
        />
      </div>
      <QueryView query={query}>
        {({ gaps, total }) =>
          gaps.length === 0 ? (
            <Empty icon={<TextSearch size={28} aria-hidden />} title="No gaps in this period">
              When the assistant finds no answer, the question appears here, and the agent can write what is
              missing.
            </Empty>
          ) : (
            <div className="stack">
              {gaps.map((gap) => (
                <GapCard key={gap.id} gap={gap} days={days} />
              ))}
              {total > gaps.length && (
                <p className="quiet small">
                  The {gaps.length} most asked of {total} groups are shown.
                </p>
              )}
            </div>
          )
        }
      </QueryView>
    </Page>
  )
}

const SHOWN = 4

function GapCard({ gap, days }: { gap: Gap; days: number }) {
  const project = useProject()
  const navigate = useNavigate()
  const canEdit = useCan('edit') && project.repository !== null
  const write = useWriteGap(project.id, days)
  const rest = gap.questions.length - SHOWN
  return (
    <section className="card gap" aria-label={gap.questions[0]?.question ?? gap.terms.join(' ')}>
      <header>
        <h2 className="truncate">{gap.terms.join(' · ')}</h2>
        <span className="quiet small">
          {plural(gap.count, 'time')}, last <Time at={gap.lastAskedAt} />
        </span>
      </header>
      <div className="inside">
        <ul className="gap-questions">
          {gap.questions.slice(0, SHOWN).map(({ question, threadId, count }) => (
            <li key={threadId}>
              <AppLink href={project.path(`conversations/${threadId}`)}>{question}</AppLink>
              {count > 1 && <span className="quiet small"> × {count}</span>}
            </li>
          ))}
        </ul>
        {rest > 0 && <p className="quiet small">and {plural(rest, 'other wording')}</p>}
        <div className="row gap-actions">
          {gap.jobId !== null && (
            <AppLink href={project.path(`jobs/${gap.jobId}`)} className="button">
              Open the job
            </AppLink>
          )}
          {canEdit && (
            <Button
              kind={gap.jobId === null ? 'primary' : 'plain'}
              isPending={write.isPending}
              onPress={() =>
                write.mutate(gap.id, {
                  onSuccess: ({ id }) => void navigate({ to: project.path(`jobs/${id}`) }),
                })
              }
            >
              <PenLine size={14} aria-hidden />
              {gap.jobId === null ? 'Write it' : 'Write it again'}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

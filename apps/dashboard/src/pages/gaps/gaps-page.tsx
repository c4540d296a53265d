import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { TextSearch } from 'lucide-react'
import { gapsQuery } from '../../api/conversations.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { DaysSelect } from '../../ui/days-select.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Empty } from '../../ui/states.tsx'
import { GapEntry } from './gap-entry.tsx'

export function GapsPage() {
  const project = useProject()
  const navigate = useNavigate()
  const { days = 30 } = useSearch({ strict: false }) as { days?: number }
  const query = useQuery(gapsQuery(project.id, days))
  return (
    <Page
      title="Gaps"
      lead="Questions that the documentation does not answer, grouped by the words that they share."
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
            <Empty
              icon={<TextSearch size={28} aria-hidden />}
              title="No gaps in this period"
              action={
                <AppLink href={project.path('assistant')} className="button">
                  Ask a question
                </AppLink>
              }
            >
              When the assistant finds no answer, the question appears here, and the agent can write what is
              missing.
            </Empty>
          ) : (
            <div className="stack">
              <ul className="card gaps">
                {gaps.map((gap) => (
                  <GapEntry key={gap.id} gap={gap} days={days} />
                ))}
              </ul>
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

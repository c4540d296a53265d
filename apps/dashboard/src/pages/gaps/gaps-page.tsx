import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { TextSearch } from 'lucide-react'
import { useState } from 'react'
import { type GapState, gapsQuery } from '../../api/gaps.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { DaysSelect } from '../../ui/days-select.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty } from '../../ui/states.tsx'
import { GapEntry } from './gap-entry.tsx'
import { useDecideGaps } from './use-decide-gaps.ts'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'snoozed', label: 'Snoozed' },
  { value: 'dismissed', label: 'Dismissed' },
] as const

const ACTIONS = { open: 'Reopen', snoozed: 'Snooze for a week', dismissed: 'Dismiss' } as const

export function GapsPage() {
  const project = useProject()
  const navigate = useNavigate()
  const { days = 30 } = useSearch({ strict: false }) as { days?: number }
  const [state, setState] = useState<GapState>('open')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const query = useQuery(gapsQuery(project.id, days, state))
  const clear = () => setSelected(new Set())
  const decide = useDecideGaps(days, clear)
  const select = (id: string, isSelected: boolean) =>
    setSelected(new Set(isSelected ? [...selected, id] : [...selected].filter((one) => one !== id)))
  return (
    <Page
      title="Gaps"
      lead="Questions that the documentation does not answer, grouped by the words that they share."
    >
      <div className="filters">
        <DaysSelect
          days={days}
          onChange={(value) => {
            clear()
            void navigate({ to: project.path('gaps'), search: { days: value } })
          }}
        />
        <Select
          label="State"
          isLabelHidden
          options={STATES}
          value={state}
          onChange={(value) => {
            clear()
            setState(value)
          }}
        />
        {selected.size > 0 && (
          <div className="row">
            <span>{selected.size} selected</span>
            {STATES.filter(({ value }) => value !== state).map(({ value }) => (
              <Button key={value} onPress={() => decide([...selected], value)}>
                {ACTIONS[value]}
              </Button>
            ))}
          </div>
        )}
      </div>
      <QueryView query={query}>
        {({ gaps, total }) =>
          gaps.length === 0 ? (
            <Empty
              icon={<TextSearch size={28} aria-hidden />}
              title={state === 'open' ? 'No gaps in this period' : `No ${state} gaps in this period`}
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
                  <GapEntry
                    key={gap.id}
                    gap={gap}
                    days={days}
                    isSelected={selected.has(gap.id)}
                    onSelect={(isSelected) => select(gap.id, isSelected)}
                    decide={decide}
                  />
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

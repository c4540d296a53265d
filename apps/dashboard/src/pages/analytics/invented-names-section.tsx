import { useQuery } from '@tanstack/react-query'
import { inventedNamesQuery, type ModelUse } from '../../api/reports.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { BarList } from '../../ui/bar-list.tsx'
import { count, share } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { ReportCard } from './report-card.tsx'
import { Total } from './total.tsx'

interface InventedNamesSectionProps {
  days: number
  /** All answers of the period, by model. */
  models: readonly ModelUse[]
}

/** How often answers named what the documentation does not have, which names, and by which model. */
export function InventedNamesSection({ days, models }: InventedNamesSectionProps) {
  const project = useProject()
  const query = useQuery(inventedNamesQuery(project.id, days))
  const answersOf = new Map(models.map(({ model, answers }) => [model, answers]))
  const all = models.reduce((sum, { answers }) => sum + answers, 0)
  const conversations = project.path('conversations')
  return (
    <ReportCard id="names" title="Names that are not in the documentation">
      <QueryView query={query}>
        {({ models: found, names }) =>
          names.length === 0 ? (
            <p className="quiet small">No answer in this period has such a name.</p>
          ) : (
            <>
              <dl className="totals">
                <Total title="Answers with such a name">
                  {share(
                    found.reduce((sum, { answers }) => sum + answers, 0),
                    all,
                  )}
                </Total>
                {found.length > 1 &&
                  found.map(({ model, answers }) => (
                    <Total key={model} title={model}>
                      {share(answers, answersOf.get(model) ?? answers)}
                    </Total>
                  ))}
              </dl>
              <BarList
                label="Names that are not in the documentation"
                title="Name"
                rows={names}
                rowKey={({ text }) => text}
                name={({ text, kind, suggestion }) => (
                  <>
                    <AppLink href={conversations} search={{ text }}>
                      <code>{text}</code>
                    </AppLink>{' '}
                    <span className="quiet small">
                      {kind}
                      {suggestion !== null && (
                        <>
                          , nearest: <code>{suggestion}</code>
                        </>
                      )}
                    </span>
                  </>
                )}
                weight={({ answers }) => answers}
                columns={[
                  { title: 'Models', value: ({ models: by }) => count(by.length), isMinor: true },
                  { title: 'Answers', value: ({ answers }) => count(answers) },
                ]}
              />
            </>
          )
        }
      </QueryView>
    </ReportCard>
  )
}

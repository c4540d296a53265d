import { useQuery } from '@tanstack/react-query'
import { claimCountsQuery } from '../../api/reports.ts'
import { useProject } from '../../shell/use-project.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { count, share } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { ReportCard } from './report-card.tsx'

/** How often answers said what their passages do not support, by model. Projects that check no claims have none. */
export function ClaimsSection({ days }: { days: number }) {
  const project = useProject()
  const query = useQuery(claimCountsQuery(project.id, days))
  return (
    <QueryView query={query}>
      {({ models }) =>
        models.length === 0 ? null : (
          <ReportCard id="claims" title="Sentences that the passages don’t support">
            <BarList
              label="Sentences that the passages don’t support"
              title="Model"
              rows={models}
              rowKey={({ model }) => model}
              name={({ model }) => <code>{model}</code>}
              weight={({ unsupported }) => unsupported}
              columns={[
                { title: 'Checked', value: ({ checked }) => count(checked) },
                {
                  title: 'With such a sentence',
                  value: ({ checked, unsupported }) =>
                    `${count(unsupported)} (${share(unsupported, checked)})`,
                },
              ]}
            />
          </ReportCard>
        )
      }
    </QueryView>
  )
}

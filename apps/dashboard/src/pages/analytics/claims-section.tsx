import { useQuery } from '@tanstack/react-query'
import { type ClaimCounts, claimCountsQuery } from '../../api/reports.ts'
import { useProject } from '../../shell/use-project.ts'
import { count, share } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'

/** How often answers said what their passages do not support, by model. Projects that check no claims have none. */
export function ClaimsSection({ days }: { days: number }) {
  const project = useProject()
  const query = useQuery(claimCountsQuery(project.id, days))
  return (
    <QueryView query={query}>
      {({ models }) =>
        models.length === 0 ? null : (
          <section aria-labelledby="claims" className="stack tight">
            <h2 id="claims">Sentences that the passages don’t support</h2>
            <Table
              label="Sentences that the passages don’t support"
              columns={COLUMNS}
              rows={models}
              rowKey={({ model }) => model}
            />
          </section>
        )
      }
    </QueryView>
  )
}

const COLUMNS: readonly Column<ClaimCounts['models'][number]>[] = [
  { id: 'model', title: 'Model', width: '2fr', cell: ({ model }) => <code>{model}</code> },
  {
    id: 'checked',
    title: 'Answers checked',
    width: '1fr',
    isNumber: true,
    cell: ({ checked }) => count(checked),
  },
  {
    id: 'unsupported',
    title: 'With such a sentence',
    width: '1fr',
    isNumber: true,
    isKept: true,
    cell: ({ checked, unsupported }) => `${count(unsupported)} (${share(unsupported, checked)})`,
  },
]

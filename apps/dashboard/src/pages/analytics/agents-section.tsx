import { useQuery } from '@tanstack/react-query'
import { searchesQuery } from '../../api/conversations.ts'
import { agentReadsQuery } from '../../api/readers.ts'
import { useHas } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { count } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { ConnectByMcp } from './connect-by-mcp.tsx'
import { ReportCard } from './report-card.tsx'

const MOST = 10

/** Which programs read, what they read most, and what they search for. */
export function AgentsSection({ days }: { days: number }) {
  const project = useProject()
  const hasMcp = useHas('mcp')
  const reads = useQuery(agentReadsQuery(project.id, days))
  const searches = useQuery(searchesQuery(project.id, days))
  return (
    <ReportCard id="agents" title="Agents">
      <QueryView query={reads}>
        {({ programs, pages }) =>
          programs.length === 0 ? (
            <p className="quiet small">No program read a page in this period.</p>
          ) : (
            <>
              <BarList
                label="Views by program"
                title="Program"
                rows={programs}
                rowKey={({ program }) => program ?? ''}
                name={({ program }) => program ?? 'Other programs'}
                weight={({ views }) => views}
                columns={[{ title: 'Views', value: ({ views }) => count(views) }]}
              />
              <BarList
                label="Pages that agents read"
                title="Page"
                rows={pages.slice(0, MOST)}
                rowKey={({ path }) => path}
                name={({ path }) => path}
                weight={({ ai }) => ai}
                columns={[{ title: 'By agents', value: ({ ai }) => count(ai) }]}
              />
            </>
          )
        }
      </QueryView>
      <QueryView query={searches}>
        {({ searches: all }) => {
          const rows = all.filter(({ source }) => source === 'mcp').toSorted((a, b) => b.count - a.count)
          return rows.length === 0 ? null : (
            <BarList
              label="Searches by MCP"
              title="Searched for by MCP"
              rows={rows.slice(0, MOST)}
              rowKey={({ query }) => query}
              name={({ query }) => query}
              weight={(search) => search.count}
              columns={[{ title: 'Times', value: (search) => count(search.count) }]}
            />
          )
        }}
      </QueryView>
      {hasMcp && <ConnectByMcp />}
    </ReportCard>
  )
}

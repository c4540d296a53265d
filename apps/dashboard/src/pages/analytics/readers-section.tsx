import { useQuery } from '@tanstack/react-query'
import { PAGES_SHOWN, readersQuery } from '../../api/readers.ts'
import { useProject } from '../../shell/use-project.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { count } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { ReportCard } from './report-card.tsx'
import { Total } from './total.tsx'
import { WidgetTag } from './widget-tag.tsx'

/** Who read which pages. */
export function ReadersSection({ days }: { days: number }) {
  const project = useProject()
  const query = useQuery(readersQuery(project.id, days))
  return (
    <ReportCard id="readers" title="Page views">
      <QueryView query={query}>
        {({ views, visitors, pages, hasMore }) =>
          views.total === 0 ? (
            <NoViews />
          ) : (
            <>
              <dl className="totals">
                <Total title="Human views">{count(views.human)}</Total>
                <Total title="Agent views">{count(views.ai)}</Total>
                <Total title="Human visitors">{count(visitors.human)}</Total>
                <Total title="Agent visitors">{count(visitors.ai)}</Total>
              </dl>
              <p className="quiet small">
                Visitors count once a day. Agents are programs, by their user agent.
              </p>
              <BarList
                label="Views by page"
                title="Page"
                rows={pages}
                rowKey={({ path }) => path}
                name={({ path }) => path}
                weight={({ views: seen }) => seen.total}
                columns={[
                  { title: 'By people', value: ({ views: seen }) => count(seen.human), isMinor: true },
                  { title: 'By agents', value: ({ views: seen }) => count(seen.ai), isMinor: true },
                  { title: 'Views', value: ({ views: seen }) => count(seen.total) },
                  {
                    title: 'Visitors',
                    value: (page) => (page.visitors === null ? '–' : count(page.visitors)),
                  },
                ]}
              />
              {hasMore && <p className="quiet small">The {PAGES_SHOWN} most viewed pages are shown.</p>}
            </>
          )
        }
      </QueryView>
    </ReportCard>
  )
}

function NoViews() {
  return (
    <>
      <p className="quiet small">
        No views were counted in this period. Docent counts the pages that it serves under <code>/site</code>.
        To count the views of your own site, add <code>count-views</code> to the widget on its pages:
      </p>
      <WidgetTag label="tag that counts views" attribute="count-views" />
    </>
  )
}

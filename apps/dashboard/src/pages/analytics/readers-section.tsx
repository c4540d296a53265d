import { useQuery } from '@tanstack/react-query'
import { PAGES_SHOWN, type PageReaders, readersQuery } from '../../api/readers.ts'
import { useProject } from '../../shell/use-project.ts'
import { count, plural } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { Total } from './total.tsx'
import { WidgetTag } from './widget-tag.tsx'

/** Who read which pages. */
export function ReadersSection({ days }: { days: number }) {
  const project = useProject()
  const query = useQuery(readersQuery(project.id, days))
  const isNarrow = useNarrow()
  return (
    <section aria-labelledby="readers" className="stack tight">
      <h2 id="readers">Page views</h2>
      <QueryView query={query}>
        {({ views, visitors, pages, hasMore }) =>
          views.total === 0 ? (
            <NoViews />
          ) : (
            <>
              <dl className="totals">
                <Total title="Views by people">{count(views.human)}</Total>
                <Total title="Views by agents">{count(views.ai)}</Total>
                <Total title="Human visitors">{count(visitors.human)}</Total>
                <Total title="Agent visitors">{count(visitors.ai)}</Total>
              </dl>
              <p className="quiet small">
                Visitors count once a day. Agents are programs, by their user agent.
              </p>
              <Table
                label="Views by page"
                columns={isNarrow ? NARROW : WIDE}
                rows={pages}
                rowKey={({ path }) => path}
              />
              {hasMore && <p className="quiet small">The {PAGES_SHOWN} most viewed pages are shown.</p>}
            </>
          )
        }
      </QueryView>
    </section>
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

const PAGE: Column<PageReaders> = {
  id: 'page',
  title: 'Page',
  width: '1fr',
  cell: ({ path }) => path,
}

const WIDE: readonly Column<PageReaders>[] = [
  PAGE,
  {
    id: 'people',
    title: 'By people',
    width: 88,
    isNumber: true,
    cell: ({ views }) => count(views.human),
  },
  { id: 'agents', title: 'By agents', width: 88, isNumber: true, cell: ({ views }) => count(views.ai) },
  { id: 'views', title: 'Views', width: 80, isNumber: true, cell: ({ views }) => count(views.total) },
  {
    id: 'visitors',
    title: 'Visitors',
    width: 80,
    isNumber: true,
    cell: ({ visitors }) => (visitors === null ? '–' : count(visitors)),
  },
]

/** Without a head, each figure says what it is. */
const NARROW: readonly Column<PageReaders>[] = [
  PAGE,
  { id: 'views', title: 'Views', width: 0, isKept: true, cell: ({ views }) => plural(views.total, 'view') },
  {
    id: 'agents',
    title: 'By agents',
    width: 0,
    isKept: true,
    cell: ({ views }) => `${count(views.ai)} by agents`,
  },
  {
    id: 'visitors',
    title: 'Visitors',
    width: 0,
    isKept: true,
    cell: ({ visitors }) => visitors !== null && plural(visitors, 'visitor'),
  },
]

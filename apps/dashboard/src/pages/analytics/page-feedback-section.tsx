import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type FeedbackStatus,
  feedbackByPageQuery,
  PAGES_SHOWN,
  type PageFeedbackCount,
  pageFeedbackQuery,
} from '../../api/readers.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { FEEDBACK_STATUSES, PageFeedbackEntry } from './page-feedback-entry.tsx'
import { WidgetTag } from './widget-tag.tsx'

/** What readers said about pages: how often by page, then each of it, with its status. */
export function PageFeedbackSection({ days }: { days: number }) {
  const project = useProject()
  const query = useQuery(feedbackByPageQuery(project.id, days))
  const isNarrow = useNarrow()
  return (
    <section aria-labelledby="page-feedback" className="stack tight">
      <h2 id="page-feedback">Feedback on pages</h2>
      <QueryView query={query}>
        {({ feedback, hasMore }) =>
          feedback.length === 0 ? (
            <NoFeedback />
          ) : (
            <>
              <Table
                label="Feedback by page"
                columns={isNarrow ? NARROW : WIDE}
                rows={feedback}
                rowKey={({ path }) => path}
              />
              {hasMore && (
                <p className="quiet small">The {PAGES_SHOWN} pages with the most feedback are shown.</p>
              )}
              <FeedbackEntries days={days} />
            </>
          )
        }
      </QueryView>
    </section>
  )
}

function NoFeedback() {
  return (
    <>
      <p className="quiet small">
        No reader said anything about a page in this period. To ask whether a page helped, put the widget with{' '}
        <code>mode="feedback"</code> at the end of your pages. Public pages under <code>/site</code> ask by
        themselves.
      </p>
      <WidgetTag label="tag that asks for feedback" attribute='mode="feedback"' />
    </>
  )
}

const ANY = { value: 'any', label: 'Any status' } as const

function FeedbackEntries({ days }: { days: number }) {
  const project = useProject()
  const [status, setStatus] = useState<FeedbackStatus | 'any'>('any')
  const query = useInfiniteQuery(pageFeedbackQuery(project.id, days, status === 'any' ? undefined : status))
  return (
    <section aria-labelledby="said-of-pages" className="stack tight said-of-pages">
      <div className="row wrap spread">
        <h3 id="said-of-pages">What readers said</h3>
        <Select
          label="Status"
          isLabelHidden
          options={[ANY, ...FEEDBACK_STATUSES]}
          value={status}
          onChange={setStatus}
        />
      </div>
      <QueryView query={query} rows={3}>
        {({ pages }) => {
          const entries = pages.flatMap(({ feedback }) => feedback)
          return entries.length === 0 ? (
            <p className="quiet small">No feedback with this status.</p>
          ) : (
            <ul className="feedback page-feedback">
              {entries.map((feedback) => (
                <PageFeedbackEntry key={feedback.id} feedback={feedback} />
              ))}
            </ul>
          )
        }}
      </QueryView>
      {query.hasNextPage && (
        <div>
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            Show more feedback
          </Button>
        </div>
      )}
    </section>
  )
}

type Shown = Column<PageFeedbackCount>

const PAGE: Shown = { id: 'page', title: 'Page', width: '1fr', cell: ({ path }) => path }

const WIDE: readonly Shown[] = [
  PAGE,
  {
    id: 'up',
    title: 'Helpful',
    width: 80,
    isNumber: true,
    cell: ({ thumbsUp }) => count(thumbsUp),
  },
  {
    id: 'down',
    title: 'Not helpful',
    width: 96,
    isNumber: true,
    cell: ({ thumbsDown }) => count(thumbsDown),
  },
  { id: 'code', title: 'On code', width: 80, isNumber: true, cell: ({ code }) => count(code) },
  { id: 'total', title: 'All', width: 64, isNumber: true, cell: ({ total }) => count(total) },
]

/** Without a head, each figure says what it is. */
const NARROW: readonly Shown[] = [
  PAGE,
  {
    id: 'up',
    title: 'Helpful',
    width: 0,
    isKept: true,
    cell: ({ thumbsUp }) => `${count(thumbsUp)} helpful`,
  },
  {
    id: 'down',
    title: 'Not helpful',
    width: 0,
    isKept: true,
    cell: ({ thumbsDown }) => `${count(thumbsDown)} not helpful`,
  },
  {
    id: 'code',
    title: 'On code',
    width: 0,
    isKept: true,
    cell: ({ code }) => code > 0 && `${count(code)} on code`,
  },
]

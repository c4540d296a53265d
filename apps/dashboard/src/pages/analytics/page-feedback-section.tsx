import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type FeedbackStatus,
  feedbackByPageQuery,
  PAGES_SHOWN,
  pageFeedbackQuery,
} from '../../api/readers.ts'
import { useProject } from '../../shell/use-project.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Select } from '../../ui/select.tsx'
import { FEEDBACK_STATUSES, PageFeedbackEntry } from './page-feedback-entry.tsx'
import { ReportCard } from './report-card.tsx'
import { WidgetTag } from './widget-tag.tsx'

/** What readers said about pages: how often by page, then each of it, with its status. */
export function PageFeedbackSection({ days }: { days: number }) {
  const project = useProject()
  const query = useQuery(feedbackByPageQuery(project.id, days))
  return (
    <ReportCard id="page-feedback" title="Feedback on pages" isWide>
      <QueryView query={query}>
        {({ feedback, hasMore }) =>
          feedback.length === 0 ? (
            <NoFeedback />
          ) : (
            <div className="halves">
              <div className="stack tight">
                <BarList
                  label="Feedback by page"
                  title="Page"
                  rows={feedback}
                  rowKey={({ path }) => path}
                  name={({ path }) => path}
                  weight={({ total }) => total}
                  columns={[
                    { title: 'Helpful', value: ({ thumbsUp }) => count(thumbsUp) },
                    { title: 'Not helpful', value: ({ thumbsDown }) => count(thumbsDown) },
                    { title: 'On code', value: ({ code }) => count(code), isMinor: true },
                    { title: 'All', value: ({ total }) => count(total), isMinor: true },
                  ]}
                />
                {hasMore && (
                  <p className="quiet small">The {PAGES_SHOWN} pages with the most feedback are shown.</p>
                )}
              </div>
              <FeedbackEntries days={days} />
            </div>
          )
        }
      </QueryView>
    </ReportCard>
  )
}

function NoFeedback() {
  return (
    <>
      <p className="quiet small">
        No reader said anything about a page in this period. To ask whether a page helped, put the widget with{' '}
        <code>mode="feedback"</code> at the end of your pages. Public pages under <code>/site</code> ask
        automatically.
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

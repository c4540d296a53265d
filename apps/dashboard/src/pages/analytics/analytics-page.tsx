import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { feedbackQuery, type Search, searchesQuery } from '../../api/conversations.ts'
import { type Activity, activityQuery, type ModelUse } from '../../api/reports.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { DaysSelect } from '../../ui/days-select.tsx'
import { count, money, plural, share } from '../../ui/number.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { ClaimsSection } from './claims-section.tsx'
import { DayChart } from './day-chart.tsx'
import { InventedNamesSection } from './invented-names-section.tsx'
import { PageFeedbackSection } from './page-feedback-section.tsx'
import { ReadersSection } from './readers-section.tsx'
import { saveCsv } from './save-csv.ts'
import { Total } from './total.tsx'

export function AnalyticsPage() {
  const project = useProject()
  const navigate = useNavigate()
  const { days = 30 } = useSearch({ strict: false }) as { days?: number }
  const activity = useQuery(activityQuery(project.id, days))
  const save = () => activity.data && saveCsv(`${project.domain}-${days}-days.csv`, activity.data.days)
  return (
    <Page
      title="Analytics"
      lead="Answers, searches, page views, feedback and cost of the period."
      actions={
        <>
          <DaysSelect
            days={days}
            onChange={(value) => void navigate({ to: project.path('analytics'), search: { days: value } })}
          />
          <Button isDisabled={!activity.data} onPress={save}>
            <Download size={14} aria-hidden />
            CSV
          </Button>
        </>
      }
    >
      <div className="stack loose">
        <QueryView query={activity}>
          {({ days: shown, models, isPriced }) => (
            <>
              <Totals days={shown} isPriced={isPriced} />
              <section className="card inside" aria-labelledby="answers">
                <h2 id="answers">Answers by day</h2>
                {shown.some(({ answers }) => answers > 0) ? (
                  <DayChart days={shown} />
                ) : (
                  <p className="quiet small">
                    The assistant answered nothing in this period.{' '}
                    <AppLink href={project.path('assistant')}>Ask a question yourself</AppLink>, or choose a
                    longer period.
                  </p>
                )}
              </section>
              <section aria-labelledby="models" className="stack tight">
                <h2 id="models">Cost by model</h2>
                {models.length === 0 ? (
                  <p className="quiet small">No model was used in this period.</p>
                ) : (
                  <Table label="Cost by model" columns={MODELS} rows={models} rowKey={({ model }) => model} />
                )}
              </section>
              <InventedNamesSection days={days} models={models} />
              <ClaimsSection days={days} />
            </>
          )}
        </QueryView>
        <Searches days={days} />
        <FeedbackList days={days} />
        <ReadersSection days={days} />
        <PageFeedbackSection days={days} />
      </div>
    </Page>
  )
}

function Totals({ days, isPriced }: Pick<Activity, 'days' | 'isPriced'>) {
  const sum = (
    key: 'answers' | 'unanswered' | 'failed' | 'jobs' | 'pullRequests' | 'mergedPullRequests' | 'dollars',
  ) => days.reduce((total, day) => total + day[key], 0)
  const answers = sum('answers')
  return (
    <dl className="totals">
      <Total title="Answers">{count(answers)}</Total>
      <Total title="Unanswered">{share(sum('unanswered'), answers)}</Total>
      <Total title="Failed">{share(sum('failed'), answers)}</Total>
      <Total title="Jobs">{count(sum('jobs'))}</Total>
      <Total title="Pull requests">{count(sum('pullRequests'))}</Total>
      <Total title="Merged">{count(sum('mergedPullRequests'))}</Total>
      <Total title="Cost">{isPriced ? money(sum('dollars')) : '–'}</Total>
    </dl>
  )
}

const MODELS: readonly Column<ModelUse>[] = [
  { id: 'model', title: 'Model', width: '1fr', cell: ({ model }) => <code>{model}</code> },
  { id: 'answers', title: 'Answers', width: 80, isNumber: true, cell: ({ answers }) => count(answers) },
  { id: 'jobs', title: 'Jobs', width: 64, isNumber: true, cell: ({ jobs }) => count(jobs) },
  {
    id: 'in',
    title: 'Tokens in',
    width: 88,
    isNumber: true,
    cell: ({ inputTokens }) => count(inputTokens),
  },
  {
    id: 'out',
    title: 'Tokens out',
    width: 88,
    isNumber: true,
    cell: ({ outputTokens }) => count(outputTokens),
  },
  {
    id: 'cost',
    title: 'Cost',
    width: 112,
    isNumber: true,
    isKept: true,
    cell: ({ dollars }) =>
      dollars === null ? <span className="quiet">no price known</span> : money(dollars),
  },
]

const SOURCES = { assistant: 'Assistant', search: 'Search', mcp: 'MCP' }

const SEARCHES: readonly Column<Search>[] = [
  { id: 'query', title: 'Searched for', width: '1fr', cell: ({ query }) => query },
  { id: 'source', title: 'By', width: 88, isKept: true, cell: ({ source }) => SOURCES[source] },
  {
    id: 'count',
    title: 'Times',
    width: 64,
    isNumber: true,
    isKept: true,
    cell: (search) => count(search.count),
  },
  {
    id: 'nothing',
    title: 'Without an answer',
    width: 124,
    isNumber: true,
    isKept: true,
    cell: ({ withoutResults, unanswered }) => count(withoutResults ?? unanswered),
  },
]

/** Without a head, each figure says what it is. */
const NARROW_SEARCHES: readonly Column<Search>[] = [
  ...SEARCHES.slice(0, 2),
  { id: 'count', title: 'Times', width: 0, isKept: true, cell: (search) => plural(search.count, 'time') },
  {
    id: 'nothing',
    title: 'Without an answer',
    width: 0,
    isKept: true,
    cell: ({ withoutResults, unanswered }) => `${count(withoutResults ?? unanswered)} without an answer`,
  },
]

const MOST = 15

function Searches({ days }: { days: number }) {
  const project = useProject()
  const query = useQuery(searchesQuery(project.id, days))
  const isNarrow = useNarrow()
  const missing = ({ withoutResults, unanswered }: Search) => withoutResults ?? unanswered
  return (
    <section aria-labelledby="searches" className="stack tight">
      <h2 id="searches">Searches, those without results first</h2>
      <QueryView query={query}>
        {({ searches }) =>
          searches.length === 0 ? (
            <p className="quiet small">Nobody searched in this period.</p>
          ) : (
            <Table
              label="Searches"
              columns={isNarrow ? NARROW_SEARCHES : SEARCHES}
              rows={searches.toSorted((a, b) => missing(b) - missing(a) || b.count - a.count).slice(0, MOST)}
              rowKey={({ source, query: text }) => `${source} ${text}`}
            />
          )
        }
      </QueryView>
    </section>
  )
}

function FeedbackList({ days }: { days: number }) {
  const project = useProject()
  const query = useQuery(feedbackQuery(project.id, days))
  return (
    <section aria-labelledby="feedback" className="stack tight">
      <h2 id="feedback">Feedback on answers</h2>
      <QueryView query={query}>
        {({ feedback }) =>
          feedback.length === 0 ? (
            <p className="quiet small">No reader rated an answer in this period.</p>
          ) : (
            <ul className="feedback">
              {feedback.slice(0, MOST).map(({ turnId, threadId, question, rating, text, createdAt }) => (
                <li key={turnId}>
                  <AppLink href={project.path(`conversations/${threadId}`)}>{question}</AppLink>
                  <p className="small">
                    {rating === 'up' ? 'Helpful' : 'Not helpful'}
                    {text !== '' && `: ${text}`}{' '}
                    <span className="quiet">
                      <Time at={createdAt} />
                    </span>
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}

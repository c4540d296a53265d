import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type Search, searchesQuery } from '../../api/conversations.ts'
import { type Activity, activityQuery } from '../../api/reports.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { BarList } from '../../ui/bar-list.tsx'
import { Button } from '../../ui/button.tsx'
import { DaysSelect } from '../../ui/days-select.tsx'
import { count, money, plural, share } from '../../ui/number.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { AgentsSection } from './agents-section.tsx'
import { ClaimsSection } from './claims-section.tsx'
import { DayChart } from './day-chart.tsx'
import { FeedbackList } from './feedback-list.tsx'
import { InventedNamesSection } from './invented-names-section.tsx'
import { PageFeedbackSection } from './page-feedback-section.tsx'
import { ReadersSection } from './readers-section.tsx'
import { ReportCard } from './report-card.tsx'
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
      lead="Answers, searches, page views, feedback, and cost in this period."
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
      <div className="stack">
        <QueryView query={activity}>
          {({ days: shown, models, isPriced }) => (
            <>
              <section className="card" aria-labelledby="answers">
                <div className="inside">
                  <Totals days={shown} isPriced={isPriced} models={models} />
                </div>
                <div className="inside divided">
                  <div className="row wrap spread">
                    <h2 id="answers">Answers by day</h2>
                    {hasAnswers(shown) && (
                      <span className="row keys small quiet">
                        <span className="key" aria-hidden /> answered{' '}
                        <span className="key missed" aria-hidden /> unanswered
                      </span>
                    )}
                  </div>
                  {hasAnswers(shown) ? (
                    <DayChart days={shown} />
                  ) : (
                    <p className="quiet small">
                      The assistant gave no answers in this period.{' '}
                      <AppLink href={project.path('assistant')}>Ask a question yourself</AppLink>, or choose a
                      longer period.
                    </p>
                  )}
                </div>
              </section>
              <div className="reports">
                <Searches days={days} />
                <ReadersSection days={days} />
                <AgentsSection days={days} />
                <Models models={models} />
                <InventedNamesSection days={days} models={models} />
                <ClaimsSection days={days} />
                <FeedbackList days={days} />
                <PageFeedbackSection days={days} />
              </div>
            </>
          )}
        </QueryView>
      </div>
    </Page>
  )
}

function hasAnswers(days: Activity['days']): boolean {
  return days.some(({ answers }) => answers > 0)
}

function Totals({ days, isPriced, models }: Activity) {
  const sum = (
    key: 'answers' | 'unanswered' | 'failed' | 'jobs' | 'pullRequests' | 'mergedPullRequests' | 'dollars',
  ) => days.reduce((total, day) => total + day[key], 0)
  const answers = sum('answers')
  const unpriced = models.filter(({ dollars }) => dollars === null).length
  return (
    <dl className="totals">
      <Total title="Answers">{count(answers)}</Total>
      <Total title="Unanswered">{share(sum('unanswered'), answers)}</Total>
      <Total title="Failed">{share(sum('failed'), answers)}</Total>
      <Total title="Jobs">{count(sum('jobs'))}</Total>
      <Total title="Pull requests">{count(sum('pullRequests'))}</Total>
      <Total title="Merged">{count(sum('mergedPullRequests'))}</Total>
      <Total title={unpriced > 0 && isPriced ? `Cost, without ${plural(unpriced, 'model')}` : 'Cost'}>
        {isPriced ? money(sum('dollars')) : '–'}
      </Total>
    </dl>
  )
}

function Models({ models }: Pick<Activity, 'models'>) {
  return (
    <ReportCard id="models" title="Cost by model">
      {models.length === 0 ? (
        <p className="quiet small">No model answered in this period.</p>
      ) : (
        <BarList
          label="Cost by model"
          title="Model"
          rows={models}
          rowKey={({ model }) => model}
          name={({ model }) => <code>{model}</code>}
          weight={({ inputTokens, outputTokens }) => inputTokens + outputTokens}
          columns={[
            { title: 'Answers', value: ({ answers }) => count(answers) },
            { title: 'Jobs', value: ({ jobs }) => count(jobs), isMinor: true },
            { title: 'Tokens in', value: ({ inputTokens }) => count(inputTokens), isMinor: true },
            { title: 'Tokens out', value: ({ outputTokens }) => count(outputTokens), isMinor: true },
            {
              title: 'Cost',
              value: ({ dollars }) =>
                dollars === null ? <span className="quiet">no price</span> : money(dollars),
            },
          ]}
        />
      )}
    </ReportCard>
  )
}

const SOURCES = { assistant: 'Assistant', search: 'Search', mcp: 'MCP' }
const MOST_SEARCHES = 50

function Searches({ days }: { days: number }) {
  const project = useProject()
  const query = useQuery(searchesQuery(project.id, days))
  const missing = ({ withoutResults, unanswered }: Search) => withoutResults ?? unanswered
  return (
    <ReportCard id="searches" title="Searches">
      <QueryView query={query}>
        {({ searches }) =>
          searches.length === 0 ? (
            <p className="quiet small">Nobody searched in this period.</p>
          ) : (
            <BarList
              label="Searches"
              title="Searched for"
              rows={searches
                .toSorted((a, b) => missing(b) - missing(a) || b.count - a.count)
                .slice(0, MOST_SEARCHES)}
              rowKey={({ source, query: text }) => `${source} ${text}`}
              name={({ query: text }) => text}
              weight={missing}
              columns={[
                { title: 'By', value: ({ source }) => SOURCES[source], isMinor: true },
                { title: 'Times', value: (search) => count(search.count) },
                { title: 'No answer', value: (search) => count(missing(search)) },
              ]}
            />
          )
        }
      </QueryView>
    </ReportCard>
  )
}

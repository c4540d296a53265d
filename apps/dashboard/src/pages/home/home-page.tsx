import { safeAddress } from '@docent/client'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { type Overview, overviewQuery } from '../../api/reports.ts'
import { useProject } from '../../shell/use-project.ts'
import { count, money, plural, share } from '../../ui/number.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading } from '../../ui/states.tsx'
import { AttentionList, isItem } from './attention-list.tsx'
import { Figure } from './figure.tsx'
import { Latest } from './latest.tsx'

const loadMore = () => import('./home-more.tsx')
const HomeMore = lazy(loadMore)
// While the figures are asked for. A failure is told by what needs it.
loadMore()
  .then(({ loadFirstSteps }) => loadFirstSteps())
  .catch(() => undefined)

export function HomePage() {
  const project = useProject()
  const query = useQuery(overviewQuery(project.id))
  return (
    <Page
      title={project.name}
      lead={
        project.origin === 'demo'
          ? 'The demo: Docent’s own documentation.'
          : (project.source?.url ?? project.repository ?? undefined)
      }
      actions={
        project.pagesUrl === null ? undefined : (
          <a className="button" href={safeAddress(project.pagesUrl)} target="_blank" rel="noreferrer">
            <ExternalLink size={14} aria-hidden />
            Open the pages
          </a>
        )
      }
    >
      <QueryView query={query}>
        {(overview) => (
          // Together: what came later at the top would push the rest down.
          <Suspense fallback={<Loading />}>
            <div className="stack loose">
              <HomeMore overview={overview} />
              <Figures overview={overview} />
              <AttentionList attention={overview.attention.filter(isItem)} />
              <Latest />
            </div>
          </Suspense>
        )}
      </QueryView>
    </Page>
  )
}

function Figures({ overview: { days, before, isPriced, unpricedModels } }: { overview: Overview }) {
  const project = useProject()
  const sum = (key: 'answers' | 'unanswered' | 'jobs' | 'pullRequests' | 'mergedPullRequests' | 'dollars') =>
    days.reduce((total, day) => total + day[key], 0)
  const answers = sum('answers')
  return (
    <section className="figures" aria-label="The last seven days">
      <Figure
        title="Answers"
        value={count(answers)}
        before={count(before.answers)}
        href={project.path('conversations')}
        values={days.map((day) => day.answers)}
      />
      <Figure
        title="Unanswered"
        value={share(sum('unanswered'), answers)}
        before={before.answers === 0 ? 'None' : share(before.unanswered, before.answers)}
        href={project.path('gaps')}
        values={days.map((day) => day.unanswered)}
      />
      <Figure
        title="Jobs"
        value={count(sum('jobs'))}
        more={`${plural(sum('pullRequests'), 'pull request')}, ${count(sum('mergedPullRequests'))} merged`}
        before={count(before.jobs)}
        href={project.path('jobs')}
        values={days.map((day) => day.jobs)}
      />
      <Figure
        title="Cost"
        value={isPriced ? money(sum('dollars')) : '–'}
        {...(isPriced && unpricedModels > 0
          ? { more: `+ ${plural(unpricedModels, 'model')} without a price` }
          : {})}
        before={isPriced ? money(before.dollars) : 'No known cost'}
        href={project.path('analytics')}
        values={days.map((day) => day.dollars)}
      />
    </section>
  )
}

import { lazy } from 'react'
import { type Overview, overviewQuery } from '../../api/reports.ts'
import { useNews } from '../../api/use-news.ts'
import { useCurrentProject, useProject } from '../../shell/use-project.ts'

/** Seldom there. */
const OutageBars = lazy(async () => ({ default: (await import('./outage-bars.tsx')).OutageBars }))

/** Few see it, and only in the first days. */
export const loadFirstSteps = () => import('./first-steps.tsx')
const FirstSteps = lazy(loadFirstSteps)

const NEW_MS = 7 * 86_400_000

/** What is loaded while the figures are asked for: the first steps, and what keeps the figures up to date. */
export default function HomeMore({ overview }: { overview: Overview }) {
  const { organization } = useCurrentProject()
  const { id: projectId, origin, createdAt } = useProject()
  const { queryKey } = overviewQuery(projectId)
  // The figures are also asked for twice a minute.
  useNews({ organization, projectId, topics: ['jobs', 'index'], renews: queryKey, everyMs: 5_000 })
  const isNew = overview.isFresh || origin === 'demo' || Date.now() - Date.parse(createdAt) < NEW_MS
  const outages = overview.attention.filter(({ kind }) => kind === 'outage')
  return (
    <>
      {outages.length > 0 && <OutageBars outages={outages} />}
      {isNew && <FirstSteps overview={overview} />}
    </>
  )
}

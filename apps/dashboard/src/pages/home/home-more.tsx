import { lazy } from 'react'
import { overviewQuery } from '../../api/reports.ts'
import { useNews } from '../../api/use-news.ts'
import { useCurrentProject, useProject } from '../../shell/use-project.ts'

/** Few see it, and only once. */
const FirstSteps = lazy(() => import('./first-steps.tsx'))

/** What Home does not need for its first picture: it is loaded after the figures, and keeps them up to date. */
export default function HomeMore({ isFresh }: { isFresh: boolean }) {
  const { organization } = useCurrentProject()
  const { id: projectId } = useProject()
  const { queryKey } = overviewQuery(projectId)
  // The figures are also asked for twice a minute.
  useNews({ organization, projectId, topics: ['jobs', 'index'], renews: queryKey, everyMs: 5_000 })
  return isFresh && <FirstSteps />
}

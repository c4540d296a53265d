import { Outlet } from '@tanstack/react-router'
import { useProjects } from '../api/projects.ts'
import { Failed, Loading } from '../ui/states.tsx'
import { NotFound } from './not-found.tsx'
import { useCurrentProject } from './use-project.ts'

/** Draws a page of a project once the project is known. */
export function ProjectLayout() {
  const { organization, current } = useCurrentProject()
  const query = useProjects(organization)
  if (current) return <Outlet key={current.id} />
  if (query.isPending)
    return (
      <div className="page">
        <Loading rows={6} />
      </div>
    )
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return <NotFound />
}

import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { RouterProvider } from 'react-aria-components'
import { inOrganization, sessionQuery } from '../api/account/session.ts'
import { useProjects } from '../api/projects.ts'
import { Failed, Loading } from '../ui/states.tsx'
import { lastProject } from './last-project.ts'
import { NotFound, NotFoundAlone } from './not-found.tsx'
import { Opening } from './opening.tsx'
import { organizationPath, projectPath } from './paths.ts'
import { Redirect } from './redirect.tsx'
import { SessionContext } from './session-context.ts'
import { Shell } from './shell.tsx'

/** Everything behind the sign-in. */
export function AppLayout() {
  const query = useQuery(sessionQuery)
  const { organization } = useParams({ strict: false }) as { organization?: string }
  const from = useLocation({ select: ({ href }) => href })
  // Where the person wanted to go: the address changes on the way to the sign-in.
  const [wanted] = useState(from)
  const navigate = useNavigate()
  if (query.isPending) return <Opening />
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === null) return <Redirect to="/sign-in" {...(wanted === '/' ? {} : { from: wanted })} />
  const session = inOrganization(query.data, organization)
  if (!session) return <NotFoundAlone />
  return (
    <RouterProvider
      navigate={(to) => void navigate({ to })}
      useHref={(to) => (to.startsWith('/') ? `/dashboard${to}` : to)}
    >
      <SessionContext value={session}>
        <Shell session={session} />
      </SessionContext>
    </RouterProvider>
  )
}

/** `/dashboard` alone: the first organization that the person belongs to. */
export function Start() {
  const { data } = useQuery(sessionQuery)
  const first = data?.organizations[0]
  if (!first) return <NotFound />
  return <Redirect to={`/${first.id}`} />
}

/** `/dashboard/{organization}`: the project that was open last, or the place where one is added. */
export function OrganizationIndex() {
  const { organization = '' } = useParams({ strict: false }) as { organization?: string }
  const query = useProjects(organization)
  if (query.isPending) return <Loading rows={6} />
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  const first = lastProject(organization, query.data)
  const to = first ? projectPath(organization, first.domain) : organizationPath(organization, 'projects')
  return <Redirect to={to} />
}

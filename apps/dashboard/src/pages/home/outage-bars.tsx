import { useQuery } from '@tanstack/react-query'
import { type Attention, overviewQuery } from '../../api/reports.ts'
import { organizationPath } from '../../shell/paths.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Note } from '../../ui/states.tsx'
import { Moment } from '../../ui/time.tsx'

/** What is away, since when, when it is tried again, and what to do: above everything that it keeps from working. */
export function OutageBars({ outages }: { outages: readonly Attention[] }) {
  return (
    <div className="stack tight outages" role="status" aria-label="Outages">
      {outages.map((outage) => (
        <Note key={outage.title} kind="danger" action={<Action outage={outage} />}>
          <strong>{outage.title}.</strong>{' '}
          {outage.at !== null && (
            <>
              Since <Moment at={outage.at} />
              {outage.nextAt !== null && (
                <>
                  , next try <Moment at={outage.nextAt} />
                </>
              )}
              .{' '}
            </>
          )}
          {outage.detail}
        </Note>
      ))}
    </div>
  )
}

/** Those of the model, above the assistant. */
export default function ModelOutage() {
  const { data } = useQuery(overviewQuery(useProject().id))
  const outages = data?.attention.filter(({ waitsFor }) => waitsFor === 'model') ?? []
  return outages.length > 0 && <OutageBars outages={outages} />
}

function Action({ outage: { waitsFor, id } }: { outage: Attention }) {
  const project = useProject()
  const organization = useOrganization()
  const canManage = useCan('manage')
  const isOfProvider = waitsFor === 'model' || waitsFor === 'git-host'
  if (canManage && isOfProvider && organization === 'default')
    return (
      <AppLink href={organizationPath(organization, 'credentials')} className="button">
        Check the credentials
      </AppLink>
    )
  return (
    <AppLink href={project.path(id === null ? 'jobs' : `jobs/${id}`)} className="button">
      {id === null ? 'Open the jobs' : 'Open the job'}
    </AppLink>
  )
}

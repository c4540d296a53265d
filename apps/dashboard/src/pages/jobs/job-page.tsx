import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { type JobDetail, jobQuery } from '../../api/jobs.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge, LOOKS } from '../../ui/badge.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading } from '../../ui/states.tsx'
import { FollowUp } from './follow-up.tsx'
import { JobActions } from './job-actions.tsx'
import { JobBadge, lookOf, PullBadge } from './job-badge.tsx'
import { JobFacts } from './job-facts.tsx'
import { JobTimeline } from './job-timeline.tsx'
import { JobWaiting } from './job-waiting.tsx'
import { useJobLog } from './use-job-log.ts'

const JobChanges = lazy(() => import('./job-changes.tsx'))

export function JobPage() {
  const { jobId = '' } = useParams({ strict: false }) as { jobId?: string }
  const project = useProject()
  const query = useQuery(jobQuery(project.id, jobId))
  return (
    <QueryView
      query={query}
      around={(state) => (
        <Page title="Job" isWide above={<ToJobs />}>
          {state}
        </Page>
      )}
    >
      {(job) => <Job key={job.id} job={job} />}
    </QueryView>
  )
}

function ToJobs() {
  return <BackLink href={useProject().path('jobs')}>Jobs</BackLink>
}

function Job({ job }: { job: JobDetail }) {
  const project = useProject()
  const canEdit = useCan('edit')
  const log = useJobLog(project.id, job.id)
  const isActive = job.status === 'active'
  const [wasActive, setWasActive] = useState(isActive)
  if (isActive && !wasActive) setWasActive(true)
  useFavicon(isActive)
  return (
    <Page
      title={job.title}
      isWide
      above={<ToJobs />}
      lead={
        <span className="row wrap">
          <JobBadge job={job} />
          <PullBadge pull={job.pullRequest} />
          {job.archivedAt !== null && <Badge look={LOOKS.archived} />}
          {job.status !== 'active' && job.messageToUser !== '' && job.pullRequest === null && (
            <span>{job.messageToUser.split('\n')[0]}</span>
          )}
        </span>
      }
      actions={canEdit ? <JobActions job={job} /> : undefined}
    >
      {job.waiting !== null && <JobWaiting waiting={job.waiting} />}
      <div className="split">
        <Tabs className="split-main">
          <TabList className="tabs" aria-label="Job">
            <Tab id="timeline" className="tab">
              Timeline
            </Tab>
            <Tab id="changes" className="tab">
              Changes
            </Tab>
          </TabList>
          <TabPanel id="timeline" className="tab-panel">
            <JobTimeline log={log} isActive={isActive} />
            {canEdit && job.archivedAt === null && <FollowUp job={job} />}
          </TabPanel>
          <TabPanel id="changes" className="tab-panel">
            <Suspense fallback={<Loading rows={8} />}>
              <JobChanges jobId={job.id} isActive={isActive} />
            </Suspense>
          </TabPanel>
        </Tabs>
        <aside className="split-side above-all" aria-label="About this job">
          <JobFacts job={job} log={log} />
        </aside>
      </div>
      <p className="hidden" role="status">
        {wasActive && !isActive ? `The job has ended: ${lookOf(job).label}.` : ''}
      </p>
    </Page>
  )
}

/** A tab in the background shows that the job still works. */
function useFavicon(isActive: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon) return
    icon.href = isActive ? '/assets/icon-busy.svg' : '/assets/icon.svg'
    return () => {
      icon.href = '/assets/icon.svg'
    }
  }, [isActive])
}

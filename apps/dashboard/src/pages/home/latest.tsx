import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { latestConversationsQuery } from '../../api/conversations.ts'
import { latestJobsQuery } from '../../api/jobs.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge, LOOKS } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import { JobBadge } from '../jobs/job-badge.tsx'

const SHOWN = 6

/** The latest questions and jobs. Hides a list that is empty. */
export function Latest() {
  const project = useProject()
  const conversations = useQuery(latestConversationsQuery(project.id, SHOWN)).data?.conversations ?? []
  const jobs = useQuery(latestJobsQuery(project.id, SHOWN)).data?.jobs ?? []
  if (conversations.length + jobs.length === 0) return null
  return (
    <div className="halves">
      {conversations.length > 0 && (
        <Card id="questions" title="Latest questions" href={project.path('conversations')}>
          {conversations.map(({ threadId, question, outcome, updatedAt }) => (
            <Line
              key={threadId}
              href={project.path(`conversations/${threadId}`)}
              title={question}
              badge={<Badge look={LOOKS[outcome]} />}
              at={updatedAt}
            />
          ))}
        </Card>
      )}
      {jobs.length > 0 && (
        <Card id="jobs" title="Latest jobs" href={project.path('jobs')}>
          {jobs.map((job) => (
            <Line
              key={job.id}
              href={project.path(`jobs/${job.id}`)}
              title={job.title}
              badge={<JobBadge job={job} />}
              at={job.createdAt}
            />
          ))}
        </Card>
      )}
    </div>
  )
}

interface CardProps {
  id: string
  title: string
  /** Where all of them are. */
  href: string
  children: ReactNode
}

function Card({ id, title, href, children }: CardProps) {
  return (
    <section className="card" aria-labelledby={`latest-${id}`}>
      <header>
        <h2 id={`latest-${id}`}>{title}</h2>
        <AppLink href={href} className="small" aria-label={`${title}: show all`}>
          Show all
        </AppLink>
      </header>
      <ul>{children}</ul>
    </section>
  )
}

interface LineProps {
  href: string
  title: string
  badge: ReactNode
  at: string
}

function Line({ href, title, badge, at }: LineProps) {
  return (
    <li className="latest">
      <AppLink href={href} className="attention-title truncate">
        {title}
      </AppLink>
      {badge}
      <span className="quiet small number">
        <Time at={at} />
      </span>
    </li>
  )
}

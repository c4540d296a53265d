import { ChevronRight, CircleCheck, CircleX, CloudOff, GitBranch, TextSearch } from 'lucide-react'
import type { Attention } from '../../api/reports.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Moment, Time } from '../../ui/time.tsx'

const LOOKS = {
  outage: { icon: CloudOff, page: 'jobs', action: 'Open the jobs' },
  job: { icon: CircleX, page: 'jobs', action: 'Open the job' },
  gap: { icon: TextSearch, page: 'gaps', action: 'See the gap' },
  index: { icon: CloudOff, page: 'project', action: 'Open the settings' },
  model: { icon: CloudOff, page: 'project', action: 'Choose a model' },
  'git-host': { icon: GitBranch, page: 'project', action: 'Open the settings' },
} as const

/** Since when something is away, and when it is tried again; of the rest, when it happened. */
function Times({ of: { kind, at, nextAt } }: { of: Attention }) {
  if (at === null) return null
  return (
    <>
      {' · '}
      {kind === 'outage' ? (
        <>
          since <Moment at={at} />
        </>
      ) : (
        <Time at={at} />
      )}
      {nextAt !== null && (
        <>
          {' · next try '}
          <Moment at={nextAt} />
        </>
      )}
    </>
  )
}

/** What waits for a person, each with the place where it is mended. */
export function AttentionList({ attention }: { attention: readonly Attention[] }) {
  const project = useProject()
  return (
    <section className="card" aria-labelledby="attention">
      <header>
        <h2 id="attention">Needs you</h2>
      </header>
      {attention.length === 0 ? (
        <p className="inside row top nothing quiet">
          <CircleCheck size={16} aria-hidden />
          Nothing to do. Outages, failed jobs, unanswered questions, missing pages, and configuration mistakes
          appear here.
        </p>
      ) : (
        <ul>
          {attention.map((one) => {
            const { kind, title, detail, id } = one
            const { icon: Icon, page, action } = LOOKS[kind]
            const href = project.path(id !== null && page === 'jobs' ? `jobs/${id}` : page)
            return (
              <li key={`${kind} ${id ?? title}`} className="attention-item" data-kind={kind}>
                <Icon size={16} aria-hidden />
                <div className="attention-text">
                  <AppLink href={href} className="attention-title" aria-label={`${action}: ${title}`}>
                    {title}
                  </AppLink>
                  <p className="quiet small">
                    {kind === 'job' && detail === '' ? 'The job failed.' : detail}
                    <Times of={one} />
                  </p>
                </div>
                <span className="attention-action small" aria-hidden>
                  {action}
                  <ChevronRight size={14} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

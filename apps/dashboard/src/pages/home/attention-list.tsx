import { ChevronRight, CircleCheck, CircleX, CloudOff, GitBranch, TextSearch } from 'lucide-react'
import type { Attention } from '../../api/reports.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Time } from '../../ui/time.tsx'

const LOOKS = {
  job: { icon: CircleX, page: 'jobs', action: 'Open the job' },
  gap: { icon: TextSearch, page: 'gaps', action: 'See the gap' },
  index: { icon: CloudOff, page: 'project', action: 'Open the settings' },
  model: { icon: CloudOff, page: 'project', action: 'Choose a model' },
  'git-host': { icon: GitBranch, page: 'project', action: 'Open the settings' },
} as const

type AttentionItem = Attention & { kind: keyof typeof LOOKS }

/** Outages stand above the page. */
export function isItem(one: Attention): one is AttentionItem {
  return one.kind !== 'outage'
}

/** What waits for a person, each with the place where it is mended. */
export function AttentionList({ attention }: { attention: readonly AttentionItem[] }) {
  const project = useProject()
  return (
    <section className="card" aria-labelledby="attention">
      <header>
        <h2 id="attention">Needs you</h2>
      </header>
      {attention.length === 0 ? (
        <p className="inside row top nothing quiet">
          <CircleCheck size={16} aria-hidden />
          Nothing to do. Failed jobs, unanswered questions, missing pages, and configuration mistakes appear
          here.
        </p>
      ) : (
        <ul>
          {attention.map((one) => {
            const { kind, title, detail, id, at } = one
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
                    {at !== null && (
                      <>
                        {' · '}
                        <Time at={at} />
                      </>
                    )}
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

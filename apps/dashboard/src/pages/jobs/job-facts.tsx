import { safeAddress } from '@docent/client'
import { Circle, CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { JobDetail } from '../../api/jobs.ts'
import { useCan } from '../../shell/session-context.ts'
import { count, money, plural } from '../../ui/number.ts'
import { duration, Time } from '../../ui/time.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import type { JobLog } from './job-log.ts'
import { JobPreview } from './job-preview.tsx'

const TODO_ICONS = { pending: Circle, in_progress: CircleDashed, completed: CircleCheck, cancelled: CircleX }
const TODO_WORDS = {
  pending: 'To do',
  in_progress: 'In progress',
  completed: 'Done',
  cancelled: 'Left out',
}

/** What stays in view beside the timeline: what the agent intends, where its work goes, what it cost. */
export function JobFacts({ job, log }: { job: JobDetail; log: JobLog }) {
  const newest = useSyncExternalStore(log.subscribe, log.todos)
  const todos = newest.length > 0 ? newest : job.todos
  const { usage, pullRequest } = job
  const canEdit = useCan('edit')
  return (
    <div className="stack">
      {todos.length > 0 && (
        <section className="card" aria-label="To-dos">
          <header>
            <h2>To-dos</h2>
            <span className="quiet small">
              {todos.filter(({ status }) => status === 'completed').length} of {todos.length}
            </span>
          </header>
          <ul className="todos">
            {todos.map((todo) => {
              const Icon = TODO_ICONS[todo.status]
              return (
                <li key={todo.id} className={`todo ${todo.status}`}>
                  <Icon size={14} aria-label={TODO_WORDS[todo.status]} />
                  <span>{todo.content}</span>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <Facts>
        <dl className="facts inside">
          {pullRequest && (
            <>
              <dt>Pull request</dt>
              <dd>
                <a href={safeAddress(pullRequest.url)} target="_blank" rel="noreferrer">
                  #{pullRequest.number}
                </a>
                {pullRequest.draft && pullRequest.state === 'open' && ' (draft)'}
              </dd>
              {pullRequest.mergedAt !== null && (
                <>
                  <dt>Merged</dt>
                  <dd>
                    <Time at={pullRequest.mergedAt} />
                    {pullRequest.mergedBy !== null && ` by ${pullRequest.mergedBy}`}
                  </dd>
                </>
              )}
            </>
          )}
          <dt>Branch</dt>
          <dd>
            <code>{job.branch}</code>
          </dd>
          {canEdit && pullRequest?.state === 'open' && (
            <>
              <dt>Pages</dt>
              <dd>
                <JobPreview key={job.updatedAt} branch={job.branch} />
              </dd>
            </>
          )}
          <dt>Model</dt>
          <dd>
            <code>{job.model}</code>
          </dd>
          <dt>Cost</dt>
          <dd title={usage.dollars === null ? 'The configuration has no price for this model.' : undefined}>
            {usage.dollars === null ? 'No price known' : money(usage.dollars)}
          </dd>
          <dt>Tokens</dt>
          <dd>
            {count(usage.inputTokens)} in, {count(usage.outputTokens)} out
          </dd>
          <dt>Work</dt>
          <dd>
            {plural(usage.steps, 'step')} in {duration(usage.workMs)}
          </dd>
          {job.run > 1 && (
            <>
              <dt>Runs</dt>
              <dd>{job.run}</dd>
            </>
          )}
          <dt>Created</dt>
          <dd>
            <Time at={job.createdAt} />
          </dd>
          <dt>Changed</dt>
          <dd>
            <Time at={job.updatedAt} />
          </dd>
          <dt>Job</dt>
          <dd>
            <code>{job.id}</code>
          </dd>
        </dl>
      </Facts>
    </div>
  )
}

/** On a narrow screen they stand above the timeline, folded. */
function Facts({ children }: { children: ReactNode }) {
  return useNarrow() ? (
    <details className="card unfolding">
      <summary>Branch, model, cost and times</summary>
      {children}
    </details>
  ) : (
    <section className="card" aria-label="Facts">
      {children}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type FailedTask, failedTasksQuery } from '../../api/failed-tasks.ts'
import { useOrganizationChange } from '../../api/organization.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toast.tsx'

/** Kinds of work as people call them. */
const NAMES: Readonly<Record<string, string>> = {
  backup: 'Backup',
  housekeeping: 'Housekeeping',
  'index-requests': 'Request to index',
  measurements: 'Evaluation or model check',
}

/** Work in the background that failed each time, and a way to try it again. */
export function FailedTasksCard() {
  const organization = useOrganization()
  const query = useQuery(failedTasksQuery(organization))
  const again = useOrganizationChange(organization, 'failed-tasks', (id: string) => ({
    path: `/api/tasks/failed/${encodeURIComponent(id)}/again`,
    method: 'POST',
  }))
  return (
    <section className="card" aria-label="Background tasks">
      <header>
        <h2>Background tasks</h2>
      </header>
      <div className="inside">
        {query.isError ? (
          <Note>{query.error.message}</Note>
        ) : query.data?.length === 0 ? (
          <p className="quiet">No task has failed on every attempt.</p>
        ) : (
          <dl className="facts wide">
            {query.data?.map((task) => (
              <div key={task.id} className="fact">
                <dt>
                  <Time at={task.failedAt} />
                </dt>
                <dd className="row wrap">
                  <span>
                    <strong>{nameOf(task)}</strong> failed on every attempt: {task.reason}
                  </span>
                  <Button
                    isPending={again.isPending && again.variables === task.id}
                    aria-label={`Try again: ${nameOf(task)}`}
                    onPress={() =>
                      again.mutate(task.id, { onSuccess: () => say('Docent retries the task soon.') })
                    }
                  >
                    <RotateCw size={14} aria-hidden />
                    Try again
                  </Button>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}

function nameOf({ queue, data }: FailedTask): string {
  const name = NAMES[queue] ?? queue
  const project = typeof data === 'object' && data !== null && 'project' in data ? data.project : undefined
  return typeof project === 'string' ? `${name} of ${project}` : name
}

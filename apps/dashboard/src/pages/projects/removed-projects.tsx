import { useQuery } from '@tanstack/react-query'
import { removedQuery, useRestoreProject } from '../../api/projects.ts'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/toast.tsx'

/** Projects that can be taken into use again; nothing where there are none. */
export function RemovedProjects({ organization }: { organization: string }) {
  const { data = [] } = useQuery(removedQuery(organization))
  const restore = useRestoreProject(organization)
  if (data.length === 0) return null
  return (
    <section className="card" aria-labelledby="removed">
      <header>
        <h2 id="removed">Removed</h2>
      </header>
      <ul className="entries">
        {data.map(({ id, name, readFrom }) => (
          <li key={id}>
            <div className="stack tight">
              <span className="strong">{name}</span>
              <span className="quiet small">{readFrom}</span>
            </div>
            <Button
              aria-label={`Restore ${name}`}
              isPending={restore.isPending && restore.variables === id}
              onPress={() => restore.mutate(id, { onSuccess: () => say(`${name} is restored.`) })}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

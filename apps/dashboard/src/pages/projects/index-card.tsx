import { RefreshCw, TriangleAlert } from 'lucide-react'
import { isBeingRead, type ProjectDetail, useIndexProject } from '../../api/projects.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/number.ts'
import { Note } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toast.tsx'
import { IndexLosses } from './index-losses.tsx'
import { IndexBadge, IndexProgress } from './index-state.tsx'

/** How far the documentation is read, and from where. */
export function IndexCard({ project }: { project: ProjectDetail }) {
  const { index } = project
  const canEdit = useCan('edit')
  const start = useIndexProject(useOrganization(), project.id)
  const run = (force: boolean) =>
    start.mutate(force, {
      onSuccess: () => say('Indexing starts within seconds.'),
    })
  return (
    <section className="card" aria-labelledby="index">
      <header>
        <div className="row">
          <h2 id="index">Index</h2>
          <IndexBadge index={index} />
        </div>
        {canEdit && (
          <div className="row">
            <Button isPending={start.isPending && start.variables === false} onPress={() => run(false)}>
              <RefreshCw size={14} aria-hidden />
              Update index
            </Button>
            <Button kind="plain" isPending={start.isPending && start.variables} onPress={() => run(true)}>
              Rebuild index
            </Button>
          </div>
        )}
      </header>
      <div className="inside stack">
        <IndexProgress index={index} />
        {index.state === 'never' && isBeingRead(project) && (
          <p className="row quiet">
            <span className="spinner" aria-hidden /> The server starts to read it within seconds.
          </p>
        )}
        {index.state === 'done' && isNew(project) && <FirstRead project={project} />}
        {index.message !== null && <Note kind="danger">{index.message}</Note>}
        <IndexLosses problems={index.problems} />
        <dl className="facts">
          <dt>Source</dt>
          <dd>{project.source?.url ?? project.repository}</dd>
          <dt>Content</dt>
          <dd>
            {plural(index.pages, 'page')} in {plural(index.passages, 'passage')}
          </dd>
          {index.revision !== null && (
            <>
              <dt>Revision</dt>
              <dd>
                <code>{index.revision.slice(0, 12)}</code>
              </dd>
            </>
          )}
          {index.startedAt !== null && (
            <>
              <dt>Last indexed</dt>
              <dd>
                <Time at={index.startedAt} />
              </dd>
            </>
          )}
          {project.repository !== null && (
            <>
              <dt>Git host</dt>
              <dd>
                {project.gitHost.name ?? (
                  <span className="problem">
                    <TriangleAlert size={14} aria-hidden />
                    <span>The agent cannot open pull requests. {project.gitHost.problem}</span>
                  </span>
                )}
              </dd>
            </>
          )}
        </dl>
      </div>
    </section>
  )
}

/** What can be done with a project that was read for the first time. */
function FirstRead({ project: { index, models } }: { project: ProjectDetail }) {
  const assistant = useProject().path('assistant')
  if (models.assistant.problem !== null)
    return (
      <Note kind="attention">
        {plural(index.pages, 'page')} are indexed, but no model answers from them yet. Choose a model below.
      </Note>
    )
  return (
    <Note
      kind="success"
      action={
        <AppLink href={assistant} className="button">
          Ask a question
        </AppLink>
      }
    >
      The assistant answers from {plural(index.pages, 'page')} now.
    </Note>
  )
}

const NEW_MS = 60 * 60_000

/** Somebody who has just added it wants to know what comes next. */
function isNew({ createdAt, origin }: ProjectDetail): boolean {
  return origin === 'store' && Date.now() - Date.parse(createdAt) < NEW_MS
}

import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { Problem } from '../../api/problem.ts'
import {
  isBeingRead,
  type ProjectDetail,
  projectQuery,
  useChangeProject,
  useIndexProject,
} from '../../api/projects.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { DollarsField, dollarsOf, isAmount } from '../../ui/dollars-field.tsx'
import { Field } from '../../ui/field.tsx'
import { plural } from '../../ui/number.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Note } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toast.tsx'
import { ContextsCard, contextDraft, contextOf } from './contexts-card.tsx'
import { GroundingSelect } from './grounding-select.tsx'
import { IndexBadge, IndexProgress } from './index-state.tsx'
import { ModelField } from './model-field.tsx'
import { RemoveCard } from './remove-card.tsx'

export function ProjectPage() {
  const { id } = useProject()
  const query = useQuery(projectQuery(id))
  const canManage = useCan('manage')
  return (
    <Page title="Project settings">
      <QueryView query={query}>
        {(project) => (
          <div className="stack loose">
            <IndexCard project={project} />
            <SettingsForm key={project.id} project={project} />
            {canManage && project.origin !== 'config' && <RemoveCard project={project} />}
          </div>
        )}
      </QueryView>
    </Page>
  )
}

function IndexCard({ project }: { project: ProjectDetail }) {
  const { index } = project
  const assistant = useProject().path('assistant')
  const canEdit = useCan('edit')
  const start = useIndexProject(useOrganization(), project.id)
  const run = (force: boolean) =>
    start.mutate(force, { onSuccess: () => say('The documentation is read again within seconds.') })
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
              Read what changed
            </Button>
            <Button kind="plain" isPending={start.isPending && start.variables} onPress={() => run(true)}>
              Read everything
            </Button>
          </div>
        )}
      </header>
      <div className="inside stack">
        <IndexProgress index={index} />
        {index.state === 'never' && isBeingRead(project) && (
          <p className="row quiet">
            <span className="spinner" aria-hidden /> The server begins to read it within seconds.
          </p>
        )}
        {index.state === 'done' && isNew(project) && (
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
        )}
        {index.message !== null && <Note kind="danger">{index.message}</Note>}
        <dl className="facts">
          <dt>Read from</dt>
          <dd>{project.source?.url ?? project.repository}</dd>
          <dt>Served now</dt>
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
              <dt>Last read</dt>
              <dd>
                <Time at={index.startedAt} />
              </dd>
            </>
          )}
          {project.repository !== null && (
            <>
              <dt>Git host</dt>
              <dd>{project.gitHost.name ?? project.gitHost.problem}</dd>
            </>
          )}
        </dl>
      </div>
    </section>
  )
}

const NEW_MS = 60 * 60_000

/** Somebody who has just added it wants to know what comes next. */
function isNew({ createdAt, origin }: ProjectDetail): boolean {
  return origin === 'store' && Date.now() - Date.parse(createdAt) < NEW_MS
}

const ROLES = [
  { role: 'assistant', label: 'Assistant', kind: 'language' },
  { role: 'agent', label: 'Agent', kind: 'language' },
  { role: 'embedding', label: 'Embeddings', kind: 'embedding' },
  { role: 'rerank', label: 'Re-ranking', kind: 'rerank' },
] as const

function SettingsForm({ project }: { project: ProjectDetail }) {
  const canManage = useCan('manage')
  const isLocked = project.origin === 'config'
  const isDisabled = isLocked || !canManage
  const change = useChangeProject(useOrganization(), project.id)
  const problem = change.error instanceof Problem ? change.error : undefined
  const [name, setName] = useState(project.name)
  const [branch, setBranch] = useState(project.branch ?? '')
  const [docsPath, setDocsPath] = useState(project.docsPath)
  const [siteUrl, setSiteUrl] = useState(project.siteUrl ?? '')
  const [cap, setCap] = useState(project.spendUsdPerMonth?.toString() ?? '')
  const [grounding, setGrounding] = useState(project.assistant.grounding)
  const [contexts, setContexts] = useState(() => project.agent.contexts.map(contextDraft))
  const [models, setModels] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      ROLES.map(({ role }) => [role, project.models[role].isOwn ? (project.models[role].id ?? '') : '']),
    ),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = Object.fromEntries(ROLES.map(({ role }) => [role, models[role]?.trim() || null]))
    change.mutate(
      {
        name,
        models: chosen,
        siteUrl: siteUrl.trim() || null,
        spendUsdPerMonth: dollarsOf(cap),
        assistant: { grounding },
        ...(project.repository === null
          ? {}
          : {
              branch: branch.trim() || null,
              docsPath: docsPath.trim(),
              agent: { contexts: contexts.map(contextOf) },
            }),
      },
      { onSuccess: () => say('The project is changed.') },
    )
  }
  return (
    <Form className="stack loose" onSubmit={submit} validationBehavior="aria">
      {isLocked && (
        <Note>
          This project is written in <code>docent.config.ts</code>. Change it there, and start the server
          again.
        </Note>
      )}
      <section className="card" aria-labelledby="general">
        <header>
          <h2 id="general">General</h2>
        </header>
        <div className="inside stack">
          <Field
            label="Name"
            isDisabled={isDisabled}
            value={name}
            onChange={setName}
            wrong={problem?.issueOf('name')}
          />
          {project.repository !== null && (
            <div className="row top wrap">
              <Field
                label="Branch"
                placeholder="default branch"
                isDisabled={isDisabled}
                value={branch}
                onChange={setBranch}
                wrong={problem?.issueOf('branch')}
              />
              <Field
                label="Folder"
                placeholder="all folders"
                isDisabled={isDisabled}
                value={docsPath}
                onChange={setDocsPath}
                wrong={problem?.issueOf('docsPath')}
              />
            </div>
          )}
          <Field
            label="Address of the site"
            hint="Sources of answers link there."
            placeholder="https://docs.example.com"
            isDisabled={isDisabled}
            value={siteUrl}
            onChange={setSiteUrl}
            wrong={problem?.issueOf('siteUrl')}
          />
        </div>
      </section>
      <section className="card" aria-labelledby="answers">
        <header>
          <h2 id="answers">Answers</h2>
        </header>
        <div className="inside stack">
          <GroundingSelect value={grounding} onChange={setGrounding} isDisabled={isDisabled} />
        </div>
      </section>
      {project.repository !== null && (
        <ContextsCard
          contexts={contexts}
          onChange={setContexts}
          isDisabled={isDisabled}
          issueOf={(path) => problem?.issueOf(path)}
        />
      )}
      <section className="card" aria-labelledby="models">
        <header>
          <h2 id="models">Models</h2>
        </header>
        <div className="inside stack">
          {ROLES.map(({ role, label, kind }) => (
            <div key={role} className="stack tight">
              <ModelField
                label={label}
                kind={kind}
                placeholder={project.models[role].id ?? 'none'}
                isDisabled={isDisabled}
                value={models[role] ?? ''}
                onChange={(value) => setModels({ ...models, [role]: value })}
              />
              {project.models[role].problem !== null && (
                <Note kind="attention">{project.models[role].problem}</Note>
              )}
            </div>
          ))}
          <DollarsField
            label="Spend cap"
            hint="Most US dollars that answers and jobs of this project may cost in a calendar month (UTC)."
            isDisabled={isDisabled}
            value={cap}
            onChange={setCap}
            wrong={problem?.issueOf('spendUsdPerMonth')}
          />
        </div>
      </section>
      {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
      {!isDisabled && (
        <div>
          <Button kind="primary" type="submit" isPending={change.isPending} isDisabled={!isAmount(cap)}>
            Save
          </Button>
        </div>
      )}
    </Form>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { Problem } from '../../api/problem.ts'
import { type ProjectDetail, type ProjectPatch, projectQuery, useChangeProject } from '../../api/projects.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { DollarsField, dollarsOf, isAmount } from '../../ui/dollars-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Note } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'
import { ContextsCard, contextDraft, contextOf } from './contexts-card.tsx'
import { GroundingSelect } from './grounding-select.tsx'
import { IndexCard } from './index-card.tsx'
import { ModelField } from './model-field.tsx'
import { ModelProblem } from './model-problem.tsx'
import { PagesCard } from './pages-card.tsx'
import { RemoveCard } from './remove-card.tsx'

export function ProjectPage() {
  const { id } = useProject()
  const query = useQuery(projectQuery(id))
  const canManage = useCan('manage')
  const [round, setRound] = useState(0)
  return (
    <Page title="Project settings">
      <QueryView query={query}>
        {(project) => (
          <div className="stack loose forms">
            <IndexCard project={project} />
            <SettingsForm
              key={`${project.id} ${round}`}
              project={project}
              onDiscard={() => {
                setRound(round + 1)
                focusPage()
              }}
            />
            {canManage && project.origin !== 'config' && <RemoveCard project={project} />}
          </div>
        )}
      </QueryView>
    </Page>
  )
}

const ROLES = [
  { role: 'assistant', label: 'Assistant', kind: 'language' },
  { role: 'agent', label: 'Agent', kind: 'language' },
  { role: 'embedding', label: 'Embeddings', kind: 'embedding' },
  { role: 'rerank', label: 'Re-ranking', kind: 'rerank' },
] as const

/** The bar with the focused button goes away: the keyboard continues in the page. */
function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Then the agent has no model for the same reason, and it is enough to say so once. */
function lacksKeys({ models: { assistant, agent } }: ProjectDetail): boolean {
  return [assistant, agent].every(({ problem, isOwn }) => problem !== null && !isOwn)
}

interface SettingsFormProps {
  project: ProjectDetail
  /** Takes back what was changed since it was saved. */
  onDiscard: () => void
}

function SettingsForm({ project, onDiscard }: SettingsFormProps) {
  const canManage = useCan('manage')
  const isLocked = project.origin === 'config'
  const isDisabled = isLocked || !canManage
  const change = useChangeProject(useOrganization(), project.id)
  const problem = change.error instanceof Problem ? change.error : undefined
  const [name, setName] = useState(project.name)
  const [branch, setBranch] = useState(project.branch ?? '')
  const [docsPath, setDocsPath] = useState(project.docsPath)
  const [siteUrl, setSiteUrl] = useState(project.siteUrl ?? '')
  const [site, setSite] = useState(project.site)
  const [cap, setCap] = useState(project.spendUsdPerMonth?.toString() ?? '')
  const [grounding, setGrounding] = useState(project.assistant.grounding)
  const [contexts, setContexts] = useState(() => project.agent.contexts.map(contextDraft))
  const [models, setModels] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      ROLES.map(({ role }) => [role, project.models[role].isOwn ? (project.models[role].id ?? '') : '']),
    ),
  )
  const patch: ProjectPatch = {
    name,
    models: Object.fromEntries(ROLES.map(({ role }) => [role, models[role]?.trim() || null])),
    siteUrl: siteUrl.trim() || null,
    site,
    spendUsdPerMonth: dollarsOf(cap),
    assistant: { grounding },
    ...(project.repository === null
      ? {}
      : {
          branch: branch.trim() || null,
          docsPath: docsPath.trim(),
          agent: { contexts: contexts.map(contextOf) },
        }),
  }
  const written = JSON.stringify(patch)
  const [saved, setSaved] = useState(written)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(patch, {
      onSuccess: () => {
        setSaved(written)
        say('The project was updated.')
        focusPage()
      },
    })
  }
  return (
    <Form className="stack loose" onSubmit={submit} validationBehavior="aria">
      {isLocked && (
        <Note>
          This project comes from <code>docent.config.ts</code>. Change the file, and restart the server.
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
            hint="Sources in answers link to this site."
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
      <PagesCard value={site} onChange={setSite} isDisabled={isDisabled} />
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
                fallback={project.models[role].id}
                placeholder="none"
                isDisabled={isDisabled}
                value={models[role] ?? ''}
                onChange={(value) => setModels({ ...models, [role]: value })}
              />
              {!(role === 'agent' && lacksKeys(project)) && <ModelProblem used={project.models[role]} />}
            </div>
          ))}
          <DollarsField
            label="Spend cap"
            hint="The most that answers and jobs of this project can cost in a calendar month (UTC), in US dollars."
            isDisabled={isDisabled}
            value={cap}
            onChange={setCap}
            wrong={problem?.issueOf('spendUsdPerMonth')}
          />
        </div>
      </section>
      {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
      {!isDisabled && written !== saved && (
        <SaveBar>
          <div className="row">
            <Button isDisabled={change.isPending} onPress={onDiscard}>
              Discard
            </Button>
            <Button kind="primary" type="submit" isPending={change.isPending} isDisabled={!isAmount(cap)}>
              Save
            </Button>
          </div>
        </SaveBar>
      )}
    </Form>
  )
}

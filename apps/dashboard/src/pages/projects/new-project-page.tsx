import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Form, Label, RadioGroup } from 'react-aria-components'
import { Problem } from '../../api/problem.ts'
import { type ProjectDraft, type SourceTrial, useAddProject, useTrySource } from '../../api/projects.ts'
import { organizationPath, projectPath } from '../../shell/paths.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Radio } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { ModelChoice } from './model-choice.tsx'
import { SiteAboveNote } from './site-above-note.tsx'
import { asAddress, asRepository, isLocalPath, slug, suggestedName } from './source-address.ts'
import { SourceFound } from './source-found.tsx'

interface Fields {
  kind: 'repository' | 'website'
  repository: string
  website: string
  branch: string
  docsPath: string
  id: string
  name: string
  assistant: string
  agent: string
}

const EMPTY: Fields = {
  kind: 'repository',
  repository: '',
  website: '',
  branch: '',
  docsPath: '',
  id: '',
  name: '',
  assistant: '',
  agent: '',
}

const LOCAL =
  'This is a folder on a computer. Enter the address of a repository, or add the folder to docent.config.ts on the server, as file:///srv/docs.'

/** Three steps, each tested for real: where the documentation is, what was found, which model answers. */
export function NewProjectPage() {
  const organization = useOrganization()
  const navigate = useNavigate()
  const [fields, setFields] = useState(EMPTY)
  const read = useTrySource(organization)
  // What a reading before found stays while another one runs: the page would jump.
  const [found, setFound] = useState<SourceTrial>()
  const add = useAddProject(organization)
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change })
  const isRepository = fields.kind === 'repository'
  const address = isRepository ? fields.repository : fields.website
  const name = fields.name || suggestedName(address)
  const id = fields.id || slug(name)
  const draft = draftOf({ ...fields, id, name })
  const isLocal = isRepository && isLocalPath(fields.repository)
  const readSource = (change: Partial<Fields> = {}) => {
    const next = { ...fields, ...change }
    const changed = { ...next, ...asRepository(next.repository), website: asAddress(next.website) }
    setFields(changed)
    // It was about what was read before.
    add.reset()
    const from = isRepository ? changed.repository : changed.website
    const shown = changed.name || suggestedName(from)
    if (isLocal) return
    read.mutate(draftOf({ ...changed, id: changed.id || slug(shown), name: shown }), {
      onSettled: (trial) => setFound(trial),
    })
  }
  const hasModel = found?.models.assistant.problem === null || fields.assistant.trim() !== ''
  const problem = problemOf(read.error)
  const refused = problemOf(add.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(draft, {
      onSuccess: ({ domain }) => void navigate({ to: projectPath(organization, domain, 'project') }),
    })
  }
  return (
    <Page
      title="Add a project"
      lead="Docent tests each step before you continue. It saves nothing until you add the project."
      above={<BackLink href={organizationPath(organization, 'projects')}>Projects</BackLink>}
    >
      <Form className="stack forms" onSubmit={submit} validationBehavior="aria">
        <section className="card step" aria-labelledby="step-1">
          <header>
            <h2 id="step-1">1. Where is the documentation?</h2>
          </header>
          <div className="inside stack">
            <RadioGroup
              className="field"
              value={fields.kind}
              onChange={(kind) => set({ kind: kind as Fields['kind'] })}
            >
              <Label className="hidden">Source</Label>
              <Radio value="repository" title="A git repository">
                The assistant answers, and the agent opens pull requests
              </Radio>
              <Radio value="website" title="A website">
                The assistant answers from its published pages
              </Radio>
            </RadioGroup>
            {isRepository ? (
              <Field
                label="Repository"
                placeholder="https://github.com/acme/docs"
                value={fields.repository}
                onChange={(repository) => set({ repository })}
                wrong={isLocal ? LOCAL : problem?.issueOf('repository')}
              />
            ) : (
              <Field
                label="Address"
                placeholder="https://docs.acme.com"
                value={fields.website}
                onChange={(website) => set({ website })}
                wrong={problem?.issueOf('website')}
              />
            )}
            {isRepository && (
              <div className="row top wrap">
                <Field
                  label="Branch"
                  placeholder="default branch"
                  value={fields.branch}
                  onChange={(branch) => set({ branch })}
                  wrong={problem?.issueOf('branch')}
                />
                <Field
                  label="Folder"
                  placeholder="all folders"
                  value={fields.docsPath}
                  onChange={(docsPath) => set({ docsPath })}
                  wrong={problem?.issueOf('docsPath')}
                />
              </div>
            )}
            <div>
              <Button
                kind={found ? 'default' : 'primary'}
                isPending={read.isPending}
                isDisabled={address.trim() === ''}
                onPress={() => readSource()}
              >
                {found ? 'Read it again' : 'Read the documentation'}
              </Button>
            </div>
            {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
          </div>
        </section>
        {found && (
          <section className="card step" aria-labelledby="step-2">
            <header>
              <h2 id="step-2">2. What Docent found</h2>
            </header>
            <div className="inside stack">
              <SourceFound found={found} />
              {found.siteAbove && (
                <SiteAboveNote
                  layout={found.layout}
                  above={found.siteAbove}
                  onRead={() => readSource({ docsPath: found.siteAbove?.folder ?? '' })}
                />
              )}
              <div className="row top wrap">
                <Field
                  label="Name"
                  hint="The name that people see."
                  value={name}
                  onChange={(value) => set({ name: value })}
                  wrong={refused?.issueOf('name')}
                />
                <Field
                  label="ID"
                  hint="Part of its addresses. You can't change it later."
                  value={id}
                  onChange={(value) => set({ id: value })}
                  wrong={refused?.issueOf('id') ?? refused?.issueOf('domain')}
                />
              </div>
            </div>
          </section>
        )}
        {found && (
          <section className="card step" aria-labelledby="step-3">
            <header>
              <h2 id="step-3">3. Which models?</h2>
            </header>
            <div className="inside stack">
              <ModelChoice
                models={found.models}
                isRepository={isRepository}
                assistant={fields.assistant}
                agent={fields.agent}
                isChecking={read.isPending}
                onChange={set}
                onCheck={() => readSource()}
              />
              {refused && refused.issues.length === 0 && <Note kind="danger">{refused.message}</Note>}
              <div>
                <Button
                  kind={hasModel ? 'primary' : 'default'}
                  type="submit"
                  isPending={add.isPending}
                  isDisabled={found.pages === 0}
                >
                  {hasModel ? 'Add the project' : 'Add the project without a model'}
                </Button>
              </div>
            </div>
          </section>
        )}
      </Form>
    </Page>
  )
}

function draftOf({
  kind,
  repository,
  website,
  branch,
  docsPath,
  id,
  name,
  assistant,
  agent,
}: Fields): ProjectDraft {
  const models = {
    ...(assistant.trim() === '' ? {} : { assistant: assistant.trim() }),
    ...(agent.trim() === '' ? {} : { agent: agent.trim() }),
  }
  return {
    id,
    name,
    models,
    ...(kind === 'website'
      ? { website: website.trim() }
      : { repository: repository.trim(), branch: branch.trim(), docsPath: docsPath.trim() }),
  }
}

function problemOf(error: unknown): Problem | undefined {
  return error instanceof Problem ? error : undefined
}

import { Plus, Trash2 } from 'lucide-react'
import {
  type ContextRepository,
  type ContextSettings,
  type ProjectDraft,
  useTrySource,
} from '../../api/projects.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'

const MOST = 5

/** A context repository as it is being written. */
export interface ContextDraft {
  /** Stays with the row while its name is written. */
  key: number
  name: string
  repository: string
  branch: string
  folder: string
}

export function contextDraft(
  { name, repository, branch, folder }: ContextRepository,
  key: number,
): ContextDraft {
  return { key, name, repository, branch: branch ?? '', folder: folder ?? '' }
}

/** As the server takes it. */
export function contextOf({ name, repository, branch, folder }: ContextDraft): ContextSettings {
  return {
    name: name.trim(),
    repository: repository.trim(),
    ...(branch.trim() === '' ? {} : { branch: branch.trim() }),
    ...(folder.trim() === '' ? {} : { folder: folder.trim() }),
  }
}

const FIELDS = [
  { field: 'name', label: 'Name', placeholder: 'sdk', isRequired: true },
  { field: 'repository', label: 'Repository', placeholder: 'https://github.com/acme/sdk', isRequired: true },
  { field: 'branch', label: 'Branch', placeholder: 'default branch' },
  { field: 'folder', label: 'Folder', placeholder: 'all folders' },
] as const

interface ContextsCardProps {
  contexts: readonly ContextDraft[]
  onChange: (contexts: ContextDraft[]) => void
  isDisabled: boolean
  /** What the server says is wrong with a field, such as `agent.contexts[0].name`. */
  issueOf: (path: string) => string | undefined
}

/** Repositories that the agent reads beside the documentation. */
export function ContextsCard({ contexts, onChange, isDisabled, issueOf }: ContextsCardProps) {
  const wrong = issueOf('agent.contexts')
  const add = () => {
    const key = Math.max(0, ...contexts.map((each) => each.key)) + 1
    onChange([...contexts, { key, name: '', repository: '', branch: '', folder: '' }])
  }
  return (
    <section className="card" aria-labelledby="contexts">
      <header>
        <h2 id="contexts">Context repositories</h2>
        {!isDisabled && contexts.length < MOST && (
          <Button onPress={add}>
            <Plus size={14} aria-hidden />
            Add a repository
          </Button>
        )}
      </header>
      <div className="inside stack">
        <p className="quiet">
          The agent reads these repositories for facts, for example the source code of your product, but never
          changes them. If they contain a name that the agent writes, the name counts as confirmed.
        </p>
        {contexts.map((context, index) => (
          <ContextRow
            key={context.key}
            context={context}
            isDisabled={isDisabled}
            issueOf={(field) => issueOf(`agent.contexts[${index}].${field}`)}
            onChange={(changed) => onChange(contexts.map((each) => (each === context ? changed : each)))}
            onRemove={() => onChange(contexts.filter((each) => each !== context))}
          />
        ))}
        {wrong !== undefined && <Note kind="danger">{wrong}</Note>}
      </div>
    </section>
  )
}

interface ContextRowProps {
  context: ContextDraft
  isDisabled: boolean
  issueOf: (field: string) => string | undefined
  onChange: (context: ContextDraft) => void
  onRemove: () => void
}

function ContextRow({ context, isDisabled, issueOf, onChange, onRemove }: ContextRowProps) {
  const trial = useTrySource(useOrganization())
  const { name, repository, branch, folder } = contextOf(context)
  const set = (change: Partial<ContextDraft>) => {
    trial.reset()
    onChange({ ...context, ...change })
  }
  const draft: ProjectDraft = {
    id: 'context',
    repository,
    ...(branch === undefined ? {} : { branch }),
    ...(folder === undefined ? {} : { docsPath: folder }),
  }
  return (
    <fieldset className="context stack tight">
      <legend className="hidden">
        {name === '' ? 'New context repository' : `Context repository ${name}`}
      </legend>
      <div className="context-fields">
        {FIELDS.map(({ field, ...about }) => (
          <Field
            key={field}
            {...about}
            isDisabled={isDisabled}
            value={context[field]}
            onChange={(value) => set({ [field]: value })}
            wrong={issueOf(field)}
          />
        ))}
      </div>
      {!isDisabled && (
        <div className="row">
          <Button
            isDisabled={repository === ''}
            isPending={trial.isPending}
            onPress={() => trial.mutate(draft)}
          >
            Try to read it
          </Button>
          <IconButton
            label={name === '' ? 'Remove this repository' : `Remove ${name}`}
            icon={<Trash2 size={14} />}
            onPress={onRemove}
          />
          {trial.data !== undefined && (
            <span className="quiet">
              {trial.data.revision === '' ? (
                'It can be read, and is empty.'
              ) : (
                <>
                  It can be read, at <code>{trial.data.revision.slice(0, 12)}</code>.
                </>
              )}
            </span>
          )}
        </div>
      )}
      {trial.error !== null && <Note kind="danger">{trial.error.message}</Note>}
    </fieldset>
  )
}

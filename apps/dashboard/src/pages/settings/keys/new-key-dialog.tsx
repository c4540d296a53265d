import { type FormEvent, useState } from 'react'
import { Form, Label, RadioGroup } from 'react-aria-components'
import { type NewKey, useCreateKey } from '../../../api/organization.ts'
import { Problem } from '../../../api/problem.ts'
import { lastProject } from '../../../shell/last-project.ts'
import { useCurrentProject } from '../../../shell/use-project.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DollarsField, dollarsOf, isAmount } from '../../../ui/dollars-field.tsx'
import { Checkbox, Field, Radio } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Note } from '../../../ui/states.tsx'
import { CreatedKey } from './created-key.tsx'
import { EXPIRY, expiryOf, PLACES, placesIn } from './key-fields.ts'

interface NewKeyDialogProps {
  /** Id of the project that is chosen at first. */
  project?: string
  isOpen: boolean
  onClose: () => void
}

export function NewKeyDialog({ isOpen, onClose, project }: NewKeyDialogProps) {
  const [isShown, setShown] = useState(false)
  const close = () => {
    setShown(false)
    onClose()
  }
  return (
    <Dialog
      title={isShown ? 'Your key' : 'Create an API key'}
      isOpen={isOpen}
      onClose={close}
      isDismissable={!isShown}
      isWide
    >
      <KeyForm project={project} onCreated={() => setShown(true)} onClose={close} />
    </Dialog>
  )
}

interface KeyFormProps {
  project: string | undefined
  onCreated: () => void
  onClose: () => void
}

function KeyForm({ project, onCreated, onClose }: KeyFormProps) {
  const { organization, projects } = useCurrentProject()
  const create = useCreateKey(organization)
  const [kind, setKind] = useState<'admin' | 'assistant'>('assistant')
  // People who come from the first steps of a project want a key for its website.
  const [name, setName] = useState(project === undefined ? '' : 'Website')
  const [picked, setChosen] = useState<readonly string[]>()
  // A public key needs a project: the one that somebody comes from. A secret one is for all, unless they say otherwise.
  const near = project ?? (kind === 'assistant' ? lastProject(organization, projects)?.id : undefined)
  const chosen = picked ?? projects.filter(({ id }) => id === near).map(({ id }) => id)
  const [scope, setScope] = useState<'read' | 'write' | 'manage'>('write')
  const [days, setDays] = useState<'0' | '30' | '90' | '365'>('0')
  const [places, setPlaces] = useState('')
  const [cap, setCap] = useState('')
  const [trustGroups, setTrustGroups] = useState(false)
  const problem = create.error instanceof Problem ? create.error : undefined
  if (create.data)
    return (
      <CreatedKey
        kind={create.data.record.kind}
        secret={create.data.key}
        project={projects.find(({ id }) => create.data.record.projectIds.includes(id)) ?? projects[0]}
        onClose={onClose}
      />
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const list = placesIn(places)
    const expiresAt = expiryOf(days)
    const dollars = dollarsOf(cap)
    const body: NewKey = {
      kind,
      name,
      ...(dollars === null ? {} : { spendUsdPerMonth: dollars }),
      ...(chosen.length === 0 ? {} : { projectIds: [...chosen] }),
      ...(kind === 'admin' ? { scopes: SCOPES[scope] } : { trustGroups }),
      ...(expiresAt === null ? {} : { expiresAt }),
      ...(list.length === 0 ? {} : kind === 'admin' ? { allowedIps: list } : { allowedOrigins: list }),
    }
    create.mutate(body, { onSuccess: onCreated })
  }
  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      <RadioGroup className="field" value={kind} onChange={(value) => setKind(value as 'admin')}>
        <Label className="label">Kind</Label>
        <Radio value="assistant" title="Assistant">
          Public, for a widget or a website
        </Radio>
        <Radio value="admin" title="Admin">
          Secret, for servers that run the agent or read reports
        </Radio>
      </RadioGroup>
      <Field
        label="Name"
        placeholder="Website"
        autoFocus
        isRequired
        value={name}
        onChange={setName}
        wrong={problem?.issueOf('name')}
      />
      {projects.length > 0 && (
        <fieldset className="field">
          <legend className="label">Projects</legend>
          <span className={kind === 'assistant' && chosen.length === 0 ? 'wrong' : 'hint'}>
            {kind === 'admin'
              ? 'If you choose none, the key works for all projects, including future ones.'
              : 'Readers can ask about these projects. Choose at least one.'}
          </span>
          {projects.map(({ id, name: title }) => (
            <Checkbox
              key={id}
              isSelected={chosen.includes(id)}
              onChange={(on) => setChosen(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
            >
              {title}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <div className="row wrap top">
        {kind === 'admin' && (
          <Select label="Permissions" options={PERMISSIONS} value={scope} onChange={setScope} />
        )}
        <Select label="Expires" options={EXPIRY} value={days} onChange={setDays} />
      </div>
      <Field {...PLACES[kind]} rows={2} value={places} onChange={setPlaces} />
      <DollarsField
        label="Spend cap"
        hint="The most that its requests may cost in a calendar month, in US dollars."
        value={cap}
        onChange={setCap}
        wrong={problem?.issueOf('spendUsdPerMonth')}
      />
      {kind === 'assistant' && (
        <Checkbox isSelected={trustGroups} onChange={setTrustGroups}>
          The key stays on my server, which tells Docent the groups of each reader
        </Checkbox>
      )}
      {problem && <Note kind="danger">{problem.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          isPending={create.isPending}
          isDisabled={name.trim() === '' || !isAmount(cap) || (kind === 'assistant' && chosen.length === 0)}
        >
          Create key
        </Button>
      </div>
    </Form>
  )
}

const SCOPES = { read: ['read'], write: ['read', 'write'], manage: ['manage'] }
const PERMISSIONS = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read, and start jobs' },
  { value: 'manage', label: 'Manage everything but members' },
] as const

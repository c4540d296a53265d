import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { type Endpoint, useSaveEndpoint } from '../../../api/organization/webhooks.ts'
import { Problem } from '../../../api/problem.ts'
import { useCurrentProject } from '../../../shell/use-project.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { Note } from '../../../ui/states.tsx'

const EVENTS = [
  ['job.created', 'A job starts'],
  ['job.completed', 'A job is completed'],
  ['job.failed', 'A job fails'],
  ['job.archived', 'A job is archived'],
  ['pull_request.opened', 'A pull request is opened'],
  ['pull_request.merged', 'A pull request is merged'],
  ['conversation.escalated', 'A reader asks for a person'],
] as const

interface EndpointDialogProps {
  organization: string
  /** None: the dialog is closed. */
  endpoint: Endpoint | 'new' | undefined
  onClose: () => void
  onSecret: (secret: string) => void
}

export function EndpointDialog(props: EndpointDialogProps) {
  const { endpoint, onClose } = props
  return (
    <Dialog
      title={endpoint === 'new' ? 'Add an endpoint' : 'Edit the endpoint'}
      isOpen={endpoint !== undefined}
      onClose={onClose}
    >
      {endpoint && <EndpointForm {...props} known={endpoint === 'new' ? undefined : endpoint} />}
    </Dialog>
  )
}

function EndpointForm({
  organization,
  known,
  onClose,
  onSecret,
}: EndpointDialogProps & { known: Endpoint | undefined }) {
  const { projects } = useCurrentProject()
  const save = useSaveEndpoint(organization, known?.id)
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly string[]>(known?.events ?? [])
  const [chosen, setChosen] = useState<readonly string[]>(known?.projectIds ?? [])
  const problem = save.error instanceof Problem ? save.error : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const none = known ? null : undefined
    save.mutate(
      {
        url: url.trim() === '' ? undefined : url.trim(),
        events: events.length === 0 ? none : events,
        projectIds: chosen.length === 0 ? none : chosen,
      },
      {
        onSuccess: (reply) => {
          onClose()
          if (reply?.secret !== undefined) onSecret(reply.secret)
        },
      },
    )
  }
  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      <Field
        label="Address"
        autoFocus
        isRequired={!known}
        hint={known ? `Leave it empty to keep the address at ${known.host}.` : 'A public https address.'}
        placeholder="https://hooks.example.com/docent"
        value={url}
        onChange={setUrl}
        wrong={problem?.issueOf('url')}
      />
      <Choices
        title="Events"
        hint="If you choose none: all events of jobs."
        options={EVENTS}
        chosen={events}
        onChange={setEvents}
      />
      {projects.length > 1 && (
        <Choices
          title="Projects"
          hint="If you choose none: all projects."
          options={projects.map(({ id, name }) => [id, name] as const)}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          isPending={save.isPending}
          isDisabled={!known && url.trim() === ''}
        >
          {known ? 'Save' : 'Add endpoint'}
        </Button>
      </div>
    </Form>
  )
}

interface ChoicesProps {
  title: string
  hint: string
  options: readonly (readonly [value: string, label: string])[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

function Choices({ title, hint, options, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className="field">
      <legend className="label">{title}</legend>
      <span className="hint">{hint}</span>
      {options.map(([value, label]) => (
        <Checkbox
          key={value}
          isSelected={chosen.includes(value)}
          onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value))}
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  )
}

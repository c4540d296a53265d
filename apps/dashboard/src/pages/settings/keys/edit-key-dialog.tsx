import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { type Key, type KeyChange, useKeyChange } from '../../../api/organization.ts'
import { Problem } from '../../../api/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DollarsField, dollarsOf, isAmount } from '../../../ui/dollars-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Note } from '../../../ui/states.tsx'
import { say } from '../../../ui/toast.tsx'
import { EXPIRY, expiryOf, PLACES, placesIn } from './key-fields.ts'

interface EditKeyDialogProps {
  organization: string
  /** None: the dialog is closed. */
  of: Key | undefined
  onClose: () => void
}

/** Changes everything about a key but what it opens, which is fixed when it is created. */
export function EditKeyDialog({ organization, of, onClose }: EditKeyDialogProps) {
  return (
    <Dialog title={`Edit “${of?.name ?? ''}”`} isOpen={of !== undefined} onClose={onClose}>
      {of && <KeyForm organization={organization} of={of} onClose={onClose} />}
    </Dialog>
  )
}

function KeyForm({ organization, of, onClose }: EditKeyDialogProps & { of: Key }) {
  const listed = of.kind === 'admin' ? of.allowedIps : of.allowedOrigins
  const [name, setName] = useState(of.name)
  const [expiry, setExpiry] = useState('same')
  const [places, setPlaces] = useState(listed.join('\n'))
  const [cap, setCap] = useState(of.spendUsdPerMonth?.toString() ?? '')
  const save = useKeyChange(organization, of.id)
  const problem = save.error instanceof Problem ? save.error : undefined
  const list = placesIn(places)
  const dollars = dollarsOf(cap)
  const change: KeyChange = {
    ...(name.trim() === of.name ? {} : { name }),
    ...(expiry === 'same' ? {} : { expiresAt: expiryOf(expiry) }),
    ...(list.join() === listed.join()
      ? {}
      : { [of.kind === 'admin' ? 'allowedIps' : 'allowedOrigins']: list }),
    ...(dollars === of.spendUsdPerMonth ? {} : { spendUsdPerMonth: dollars }),
  }
  const isChanged = Object.keys(change).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(change, {
      onSuccess: () => {
        say(`The key ${name.trim()} is changed.`)
        onClose()
      },
    })
  }
  const until =
    of.expiresAt === null
      ? 'Never, as now'
      : `${new Date(of.expiresAt).toLocaleDateString('en', { dateStyle: 'medium' })}, as now`
  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      <Field
        label="Name"
        autoFocus
        isRequired
        value={name}
        onChange={setName}
        wrong={problem?.issueOf('name')}
      />
      <Select
        label="Expires"
        options={[
          { value: 'same', label: until },
          ...EXPIRY.filter(({ value }) => value !== '0' || of.expiresAt !== null),
        ]}
        value={expiry}
        onChange={setExpiry}
      />
      <Field
        {...PLACES[of.kind]}
        rows={2}
        value={places}
        onChange={setPlaces}
        wrong={problem?.issueOf('allowedIps') ?? problem?.issueOf('allowedOrigins')}
      />
      <DollarsField
        label="Spend cap"
        hint="Most that its requests can cost in a calendar month, in US dollars. Leave it empty for no cap. Jobs that have started keep their cap."
        value={cap}
        onChange={setCap}
        wrong={problem?.issueOf('spendUsdPerMonth')}
      />
      {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
      <p className="quiet small">A change takes effect within five seconds.</p>
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          isPending={save.isPending}
          isDisabled={!isChanged || name.trim() === '' || !isAmount(cap)}
        >
          Save
        </Button>
      </div>
    </Form>
  )
}

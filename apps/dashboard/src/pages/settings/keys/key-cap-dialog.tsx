import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { type Key, useKeyCapChange } from '../../../api/organization.ts'
import { Problem } from '../../../api/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DollarsField, dollarsOf, isAmount } from '../../../ui/dollars-field.tsx'
import { Note } from '../../../ui/states.tsx'
import { say } from '../../../ui/toast.tsx'

interface KeyCapDialogProps {
  organization: string
  /** Whose cap it is; none: the dialog is closed. */
  of: Key | undefined
  onClose: () => void
}

/** Changes or removes the monthly spend cap of a key. */
export function KeyCapDialog({ organization, of, onClose }: KeyCapDialogProps) {
  return (
    <Dialog title={`Spend cap of “${of?.name ?? ''}”`} isOpen={of !== undefined} onClose={onClose}>
      {of && <CapForm organization={organization} of={of} onClose={onClose} />}
    </Dialog>
  )
}

function CapForm({ organization, of, onClose }: KeyCapDialogProps & { of: Key }) {
  const [cap, setCap] = useState(of.spendUsdPerMonth?.toString() ?? '')
  const change = useKeyCapChange(organization, of.id)
  const problem = change.error instanceof Problem ? change.error : undefined
  const wrong = problem?.issueOf('spendUsdPerMonth')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const dollars = dollarsOf(cap)
    change.mutate(dollars, {
      onSuccess: () => {
        say(dollars === null ? `${of.name} has no spend cap now.` : `The spend cap of ${of.name} is changed.`)
        onClose()
      },
    })
  }
  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      <DollarsField
        label="US dollars a month"
        hint="Most that requests with this key can cost in a calendar month. Leave it empty for no cap. The change applies to the next request, and jobs that have started keep their cap."
        value={cap}
        onChange={setCap}
        autoFocus
        wrong={wrong}
      />
      {problem && wrong === undefined && <Note kind="danger">{problem.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" isPending={change.isPending} isDisabled={!isAmount(cap)}>
          Save the cap
        </Button>
      </div>
    </Form>
  )
}

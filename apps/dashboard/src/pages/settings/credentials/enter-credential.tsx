import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { type Credential, useEnterCredential } from '../../../api/organization.ts'
import { useOrganization } from '../../../shell/use-organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note } from '../../../ui/states.tsx'
import { say } from '../../../ui/toast.tsx'
import { isReadable } from './readable-credential.ts'

/** A new value of one credential. It starts empty: the old value is not known here. */
export function EnterCredential(props: { credential: Credential | undefined; onClose: () => void }) {
  const { credential, onClose } = props
  return (
    <Dialog title={credential?.about ?? 'Credential'} isOpen={credential !== undefined} onClose={onClose}>
      {credential && <ValueForm credential={credential} onClose={onClose} />}
    </Dialog>
  )
}

function ValueForm({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { name, key: keyName } = credential
  const [value, setValue] = useState('')
  const [key, setKey] = useState('')
  const enter = useEnterCredential(useOrganization())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter.mutate(
      { name, value, ...(key.trim() === '' ? {} : { key }) },
      {
        onSuccess: () => {
          say(`${name} is used from now on.`)
          onClose()
        },
      },
    )
  }
  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      <Field
        label={name}
        type={isReadable(name) ? 'text' : 'password'}
        autoComplete="off"
        autoFocus
        isRequired
        value={value}
        onChange={setValue}
      />
      {keyName !== null && (
        <Field
          label={`${keyName} for this address`}
          hint="Docent sends a key only to the address that it was entered with. A new address removes the key that was entered before."
          type="password"
          autoComplete="off"
          value={key}
          onChange={setKey}
        />
      )}
      {enter.error && <Note kind="danger">{enter.error.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" isPending={enter.isPending} isDisabled={value.trim() === ''}>
          Save
        </Button>
      </div>
    </Form>
  )
}

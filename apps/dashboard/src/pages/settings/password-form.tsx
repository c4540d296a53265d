import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { Problem } from '../../api/problem.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'

interface PasswordFormProps {
  action: string
  kind?: ButtonKind
  hint: string
  error: Error | null
  isPending: boolean
  onSubmit: (password: string) => void
  onClose: () => void
}

/** Asks once more who sits there, before something of the account changes. */
export function PasswordForm(props: PasswordFormProps) {
  const { action, kind = 'primary', hint, error, isPending, onSubmit, onClose } = props
  const [password, setPassword] = useState('')
  const wrong = error instanceof Problem ? error.issueOf('password') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(password)
  }
  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        hint={hint}
        autoFocus
        isRequired
        value={password}
        onChange={setPassword}
        wrong={wrong && `This ${wrong}.`}
      />
      {error && wrong === undefined && <Note kind="danger">{error.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind={kind} type="submit" isPending={isPending} isDisabled={password === ''}>
          {action}
        </Button>
      </div>
    </Form>
  )
}

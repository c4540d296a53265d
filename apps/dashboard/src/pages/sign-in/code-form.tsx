import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { useSecondFactor } from '../../api/account/signing-in.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'
import { Outside } from './outside.tsx'

/** The second step of signing in: a code. */
export function CodeForm({ challenge, onDone }: { challenge: string; onDone: () => void }) {
  const [code, setCode] = useState('')
  const [isBackup, setBackup] = useState(false)
  const answer = useSecondFactor()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer.mutate({ challenge, kind: isBackup ? 'backup' : 'totp', code: code.trim() }, { onSuccess: onDone })
  }
  return (
    <Outside title="Enter your code">
      <Form className="stack" onSubmit={submit}>
        <Field
          label={isBackup ? 'Backup code' : 'Code from your authenticator app'}
          autoComplete="one-time-code"
          inputMode={isBackup ? 'text' : 'numeric'}
          autoFocus
          isRequired
          value={code}
          onChange={setCode}
        />
        <Checkbox isSelected={isBackup} onChange={setBackup}>
          Use a backup code
        </Checkbox>
        {answer.error && <Note kind="danger">{answer.error.message}</Note>}
        <Button kind="primary" type="submit" isPending={answer.isPending}>
          Sign in
        </Button>
      </Form>
    </Outside>
  )
}

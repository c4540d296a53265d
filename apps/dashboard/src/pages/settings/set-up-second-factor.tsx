import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import {
  type SecondFactorSetup,
  useBeginSecondFactor,
  useConfirmSecondFactor,
} from '../../api/account/second-factor.ts'
import { Problem } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'
import { PasswordForm } from './password-form.tsx'
import { QrCode } from './qr-code.tsx'

/** The password, then the app with its first code, then the backup codes: shown this once. */
export function SetUpSecondFactor({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const begin = useBeginSecondFactor()
  const [isConfirmed, setConfirmed] = useState(false)
  if (!begin.data)
    return (
      <PasswordForm
        action="Continue"
        hint="Of your account."
        error={begin.error}
        isPending={begin.isPending}
        onSubmit={(password) => begin.mutate(password)}
        onClose={onClose}
      />
    )
  if (!isConfirmed)
    return <FirstCode setup={begin.data} onDone={() => setConfirmed(true)} onClose={onClose} />
  return (
    <div className="stack">
      <Note kind="attention">
        Save these codes where you can find them without your phone. Each code works once. Docent doesn’t show
        them again.
      </Note>
      <CopyCode text={begin.data.backupCodes.join('\n')} label="backup codes" />
      <div className="row form-end">
        <Button kind="primary" onPress={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}

interface FirstCodeProps {
  setup: SecondFactorSetup
  onDone: () => void
  onClose: () => void
}

function FirstCode({ setup, onDone, onClose }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const confirm = useConfirmSecondFactor()
  const wrong = confirm.error instanceof Problem ? confirm.error.issueOf('code') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate(code.replaceAll(' ', ''), { onSuccess: onDone })
  }
  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      <p>Scan this code with your authenticator app.</p>
      <QrCode text={setup.uri} label="QR code for the authenticator app" />
      <details>
        <summary>Enter it manually</summary>
        <div className="stack by-hand">
          <div className="field">
            <span className="label">Secret</span>
            <CopyCode text={setup.secret} label="secret" />
          </div>
          <div className="field">
            <span className="label">Address</span>
            <CopyCode text={setup.uri} label="address" />
          </div>
        </div>
      </details>
      <Field
        label="Code that the app shows"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        isRequired
        value={code}
        onChange={setCode}
        wrong={wrong && `This ${wrong}.`}
      />
      {confirm.error && wrong === undefined && <Note kind="danger">{confirm.error.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" isPending={confirm.isPending} isDisabled={code.trim() === ''}>
          Turn on
        </Button>
      </div>
    </Form>
  )
}

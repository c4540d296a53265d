import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { useSignIn } from '../../api/account/signing-in.ts'
import { Problem } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'
import { CodeForm } from './code-form.tsx'
import { Outside } from './outside.tsx'
import { ProviderButton } from './provider-button.tsx'

/** Address and password. */
export function SignInPage() {
  const { from } = useSearch({ strict: false }) as { from?: string }
  const navigate = useNavigate()
  const signIn = useSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate(
      { email, password },
      { onSuccess: ({ user }) => user !== null && void navigate({ to: inside(from), replace: true }) },
    )
  }
  const challenge = signIn.data?.challenge
  if (typeof challenge === 'string')
    return (
      <CodeForm challenge={challenge} onDone={() => void navigate({ to: inside(from), replace: true })} />
    )
  return (
    <Outside title="Sign in to Docent">
      <Form className="stack" onSubmit={submit}>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          isRequired
          value={email}
          onChange={setEmail}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          isRequired
          value={password}
          onChange={setPassword}
        />
        {signIn.error && <Note kind="danger">{messageOf(signIn.error)}</Note>}
        <Button kind="primary" type="submit" isPending={signIn.isPending}>
          Sign in
        </Button>
      </Form>
      <ProviderButton verb="Sign in" returnTo={inside(from)} />
      <p className="quiet small outside-help">
        New here? Open the link that the server printed when it started, or ask an owner for one. On the
        server, <code>docent owner-link</code> prints another.
      </p>
    </Outside>
  )
}

function messageOf(error: unknown): string {
  if (error instanceof Problem && error.status === 401) return 'The address or the password is wrong.'
  return error instanceof Error ? error.message : String(error)
}

/** Only to pages of the dashboard, whatever a link says. */
function inside(from: string | undefined): string {
  return from !== undefined && /^\/(?!\/)/.test(from) ? from : '/'
}

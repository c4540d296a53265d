import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { PASSWORD_HINT } from '../../api/account/session.ts'
import { Problem } from '../../api/problem.ts'
import { request } from '../../api/request.ts'
import { useSession } from '../../shell/session-context.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'
import { SecondFactor } from './second-factor.tsx'

interface AccountForm {
  name?: string
  email?: string
  password?: string
  currentPassword?: string
}

export function AccountPage() {
  const { user } = useSession()
  const queries = useQueryClient()
  const [name, setName] = useState(user.name)
  const [email, setEmail] = useState(user.email ?? '')
  const [password, setPassword] = useState('')
  const [current, setCurrent] = useState('')
  const change = useMutation({
    mutationFn: (form: AccountForm) => request<unknown>('/api/account', { method: 'PATCH', body: form }),
    onSuccess: () => {
      say('Your account was updated.')
      setPassword('')
      setCurrent('')
      return queries.invalidateQueries({ queryKey: ['session'] })
    },
    onError: () => undefined,
  })
  const leave = useMutation({
    mutationFn: () => request<void>('/api/sessions', { method: 'DELETE' }),
    onSuccess: () => location.assign('/dashboard/sign-in'),
  })
  const problem = change.error instanceof Problem ? change.error : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({
      ...(name === user.name ? {} : { name }),
      ...(email === (user.email ?? '') ? {} : { email }),
      ...(password === '' ? {} : { password }),
      ...(current === '' ? {} : { currentPassword: current }),
    })
  }
  return (
    <Page title="Your account" lead="How others see you, and how you sign in.">
      <div className="stack narrow-form">
        <Form className="stack" onSubmit={submit} validationBehavior="aria">
          <Field
            label="Name"
            autoComplete="name"
            value={name}
            onChange={setName}
            wrong={problem?.issueOf('name')}
          />
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            hint="You sign in with this address. Docent sends no email."
            value={email}
            onChange={setEmail}
            wrong={problem?.issueOf('email')}
          />
          {user.hasPassword && (
            <Field
              label="Current password"
              type="password"
              autoComplete="current-password"
              hint="Required to change the address or the password."
              value={current}
              onChange={setCurrent}
              wrong={problem?.issueOf('currentPassword')}
            />
          )}
          <Field
            label={user.hasPassword ? 'New password' : 'Password'}
            type="password"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            value={password}
            onChange={setPassword}
            wrong={problem?.issueOf('password')}
          />
          {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
          <div className="row">
            <Button kind="primary" type="submit" isPending={change.isPending}>
              Save
            </Button>
          </div>
        </Form>
        <SecondFactor />
        <section className="stack tight" aria-label="Sessions">
          <h2>Sessions</h2>
          <p className="quiet small">Ends all your sessions, including this one.</p>
          <div>
            <Button kind="danger" isPending={leave.isPending} onPress={() => leave.mutate()}>
              Sign out everywhere
            </Button>
          </div>
        </section>
      </div>
    </Page>
  )
}

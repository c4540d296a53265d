import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { PASSWORD_HINT, sessionQuery } from '../../api/account/session.ts'
import { type LinkDetail, linkQuery, useLink } from '../../api/account/signing-in.ts'
import { Problem } from '../../api/problem.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'
import { Outside } from './outside.tsx'
import { ProviderButton } from './provider-button.tsx'

/** A link that works once: its secret stands behind the `#`, which no server ever sees. */
export function LinkPage() {
  const [secret] = useState(() => location.hash.slice(1))
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  const link = useQuery(linkQuery(secret))
  if (secret === '' || link.isError) return <Broken error={link.error} />
  if (!link.data)
    return (
      <Outside title="Opening your link">
        <p className="quiet" role="status">
          One moment.
        </p>
      </Outside>
    )
  if (link.data.kind === 'owner') return <OwnerLink secret={secret} />
  if (link.data.kind === 'reset') return <NewPassword secret={secret} link={link.data} />
  return <Invitation secret={secret} link={link.data} />
}

function Broken({ error }: { error: unknown }) {
  const isUsed = !(error instanceof Problem) || [400, 401, 404].includes(error.status)
  return (
    <Outside title="This link does not work">
      <p className="quiet">
        {isUsed ? (
          <>
            A link works only once, and expires. Ask an owner for a new one. On the server,{' '}
            <code>docent owner-link</code> prints one for an owner.
          </>
        ) : (
          error.message
        )}
      </p>
      <p className="outside-help">
        <AppLink href="/sign-in" className="button primary">
          Sign in with a password
        </AppLink>
      </p>
    </Outside>
  )
}

/** Signs in at once: there is nothing to ask. */
function OwnerLink({ secret }: { secret: string }) {
  const navigate = useNavigate()
  const { mutate, error } = useLink()
  const isUsed = useRef(false)
  useEffect(() => {
    if (isUsed.current) return
    isUsed.current = true
    mutate({ kind: 'owner', secret }, { onSuccess: () => void navigate({ to: '/', replace: true }) })
  }, [secret, mutate, navigate])
  if (error) return <Broken error={error} />
  return (
    <Outside title="Signing you in">
      <p className="quiet" role="status">
        One moment.
      </p>
    </Outside>
  )
}

const ROLES = { owner: 'an owner', editor: 'an editor', viewer: 'a viewer' }

function Invitation({ secret, link }: { secret: string; link: LinkDetail }) {
  const navigate = useNavigate()
  const session = useQuery(sessionQuery)
  const join = useLink()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const problem = join.error instanceof Problem ? join.error : undefined
  const wrong = (field: string) => problem?.issueOf(`person.${field}`)
  const known = session.data?.user
  const submit = (event: FormEvent) => {
    event.preventDefault()
    join.mutate(
      { kind: 'invitation', secret, ...(known ? {} : { person: { name, email, password } }) },
      { onSuccess: () => void navigate({ to: `/${link.organization.id}`, replace: true }) },
    )
  }
  return (
    <Outside title="Accept your invitation">
      <p className="quiet">
        You join the organization {link.organization.name} as {ROLES[link.role]}.
      </p>
      <Form className="stack" onSubmit={submit} validationBehavior="aria">
        {known ? (
          <p>You join as {known.name}, who is signed in.</p>
        ) : (
          <>
            <Field
              label="Name"
              autoComplete="name"
              autoFocus
              value={name}
              onChange={setName}
              wrong={wrong('name')}
            />
            <Field
              label="Email"
              type="email"
              autoComplete="username"
              value={email}
              onChange={setEmail}
              wrong={wrong('email')}
            />
            <Field
              label="Password"
              type="password"
              autoComplete="new-password"
              hint={PASSWORD_HINT}
              value={password}
              onChange={setPassword}
              wrong={wrong('password')}
            />
          </>
        )}
        {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
        <Button kind="primary" type="submit" isPending={join.isPending}>
          Join
        </Button>
      </Form>
      {!known && <ProviderButton verb="Join" returnTo={`/${link.organization.id}`} invitation={secret} />}
    </Outside>
  )
}

function NewPassword({ secret, link }: { secret: string; link: LinkDetail }) {
  const navigate = useNavigate()
  const change = useLink()
  const [password, setPassword] = useState('')
  const problem = change.error instanceof Problem ? change.error : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { kind: 'reset', secret, password },
      {
        onSuccess: () => {
          say('The password is set. Sign in with it.')
          void navigate({ to: '/sign-in', replace: true })
        },
      },
    )
  }
  return (
    <Outside title="Choose a new password">
      <p className="quiet">
        {link.email === null
          ? 'This ends all sessions of the account.'
          : `For ${link.email}. This ends all sessions of the account.`}
      </p>
      <Form className="stack" onSubmit={submit} validationBehavior="aria">
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          autoFocus
          value={password}
          onChange={setPassword}
          wrong={problem?.issueOf('password')}
        />
        {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
        <Button kind="primary" type="submit" isPending={change.isPending} isDisabled={password === ''}>
          Set the password
        </Button>
      </Form>
    </Outside>
  )
}

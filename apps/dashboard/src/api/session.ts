import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, setCsrfToken } from './request.ts'

export type Permission = 'view' | 'edit' | 'manage' | 'members'
export type Role = 'owner' | 'editor' | 'viewer'

export interface Organization {
  id: string
  name: string
  role: Role | null
  permissions: Permission[]
}

export interface SignedIn {
  user: { id: string; name: string; email: string | null; hasPassword: boolean; hasSecondFactor: boolean }
  organizations: Organization[]
  missing: ('email' | 'password')[]
}

/** Who is signed in, and what they may do in the organization of the address. */
export interface Session extends SignedIn {
  role: Role | null
  permissions: readonly Permission[]
}

interface SessionReply extends Omit<SignedIn, 'user'> {
  user: SignedIn['user'] | null
  csrfToken: string | null
  /** The password was right, and a code is asked for. */
  challenge?: string | null
}

const KEY = ['session']

export const sessionQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => signedIn(await request<SessionReply>('/api/session', { signal })),
  staleTime: 60_000,
})

/** Undefined in an organization that the person does not belong to. */
export function inOrganization(session: SignedIn, id: string | undefined): Session | undefined {
  const organization =
    id === undefined ? session.organizations[0] : session.organizations.find((one) => one.id === id)
  return organization && { ...session, role: organization.role, permissions: organization.permissions }
}

export interface SignInForm {
  email: string
  password: string
}

/** Answers the challenge of a second factor, or null when the person is signed in. */
export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (form: SignInForm) => request<SessionReply>('/api/session', { method: 'POST', body: form }),
    onSuccess: (reply) => {
      const session = signedIn(reply)
      if (session !== null) queries.setQueryData(KEY, session)
    },
    onError: () => undefined,
  })
}

/** A code of an authenticator app, or a backup code, after the password was right. */
export function useSecondFactor() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { challenge: string; kind: 'totp' | 'backup'; code: string }) =>
      request<SessionReply>('/api/session/second-factor', { method: 'POST', body }),
    onSuccess: (reply) => queries.setQueryData(KEY, signedIn(reply)),
    onError: () => undefined,
  })
}

export interface LinkDetail {
  kind: 'owner' | 'invitation' | 'reset'
  organization: { id: string; name: string }
  role: Role
  email: string | null
}

/** What a link is for; it still works afterwards. */
export function linkQuery(secret: string) {
  return queryOptions({
    queryKey: ['link', secret],
    queryFn: ({ signal }) =>
      request<LinkDetail>('/api/session/link', { method: 'POST', body: { secret }, signal }),
    enabled: secret !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

type LinkUse =
  | { kind: 'owner'; secret: string }
  | { kind: 'invitation'; secret: string; person?: { name: string; email: string; password: string } }
  | { kind: 'reset'; secret: string; password: string }

const USES = { owner: 'owner-link', invitation: 'invitation', reset: 'password' }

/** Uses a link up. An owner or somebody invited is signed in then; after a new password one signs in. */
export function useLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, ...body }: LinkUse) =>
      request<SessionReply | undefined>(`/api/session/${USES[kind]}`, { method: 'POST', body }),
    onSuccess: (reply) => {
      if (reply) queries.setQueryData(KEY, signedIn(reply))
    },
    onError: () => undefined,
  })
}

export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => request<void>('/api/session', { method: 'DELETE' }),
    onSuccess: () => {
      queries.clear()
      location.assign('/dashboard/sign-in')
    },
  })
}

function signedIn({ user, organizations, missing, csrfToken }: SessionReply): SignedIn | null {
  setCsrfToken(csrfToken)
  return user && { user, organizations, missing }
}

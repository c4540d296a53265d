import { safeAddress } from '@docent/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../request.ts'
import { type Role, SESSION_KEY, type SessionReply, signedIn } from './session.ts'

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
      if (session !== null) queries.setQueryData(SESSION_KEY, session)
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
    onSuccess: (reply) => queries.setQueryData(SESSION_KEY, signedIn(reply)),
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
      if (reply) queries.setQueryData(SESSION_KEY, signedIn(reply))
    },
    onError: () => undefined,
  })
}

/** The provider that people may sign in with. */
export const providerQuery = queryOptions({
  queryKey: ['provider'],
  queryFn: ({ signal }) => request<{ name: string | null }>('/api/session/openid', { signal }),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Leaves for the page of the provider, which sends the browser back signed in. */
export function useProvider() {
  return useMutation({
    mutationFn: (body: { returnTo: string; invitation?: string }) =>
      request<{ url: string }>('/api/session/openid', { method: 'POST', body }),
    onSuccess: ({ url }) => location.assign(safeAddress(url) ?? '/dashboard'),
    onError: () => undefined,
  })
}

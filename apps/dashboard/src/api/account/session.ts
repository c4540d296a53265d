import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, setCsrfToken } from '../request.ts'

export type Permission = 'view' | 'edit' | 'manage' | 'members'
/** What the server has, and a configuration can leave out. */
export type Feature = 'analytics' | 'backups' | 'evaluation' | 'mcp' | 'pages' | 'webhooks'
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
  features: Feature[]
}

/** Who is signed in, and what they may do in the organization of the address. */
export interface Session extends SignedIn {
  role: Role | null
  permissions: readonly Permission[]
}

export interface SessionReply extends Omit<SignedIn, 'user'> {
  user: SignedIn['user'] | null
  csrfToken: string | null
  /** The password was right, and a code is asked for. */
  challenge?: string | null
}

/** As the server checks it. */
export const PASSWORD_HINT = 'At least 10 characters.'

export const SESSION_KEY = ['session']

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }) => signedIn(await request<SessionReply>('/api/session', { signal })),
  staleTime: 60_000,
})

/** Undefined in an organization that the person does not belong to. */
export function inOrganization(session: SignedIn, id: string | undefined): Session | undefined {
  const organization =
    id === undefined ? session.organizations[0] : session.organizations.find((one) => one.id === id)
  return organization && { ...session, role: organization.role, permissions: organization.permissions }
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

/** Keeps the token for changes. Null when nobody is signed in. */
export function signedIn({
  user,
  organizations,
  missing,
  features,
  csrfToken,
}: SessionReply): SignedIn | null {
  setCsrfToken(csrfToken)
  return user && { user, organizations, missing, features }
}

import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role } from './account/session.ts'
import type { Endpoint } from './organization/webhooks.ts'
import { request } from './request.ts'

export interface Key {
  id: string
  kind: 'admin' | 'assistant'
  name: string
  lastFour: string
  projectIds: string[]
  scopes: ('read' | 'write' | 'manage')[]
  allowedIps: string[]
  allowedOrigins: string[]
  trustGroups: boolean
  spendUsdPerMonth: number | null
  createdAt: string
  createdBy: string | null
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
}

export interface NewKey {
  kind: 'admin' | 'assistant'
  name: string
  projectIds?: string[]
  scopes?: string[]
  expiresAt?: string
  allowedIps?: string[]
  allowedOrigins?: string[]
  trustGroups?: boolean
  spendUsdPerMonth?: number
}

export interface Member {
  id: string
  name: string
  email: string | null
  role: Role
  hasPassword: boolean
  hasSecondFactor: boolean
  joinedAt: string
}

export interface Invitation {
  id: string
  role: Role
  note: string | null
  expiresAt: string
}

export interface NewLink {
  url: string
  expiresAt: string
}

export interface OrganizationDetail {
  id: string
  name: string
  limits: {
    name: 'keyPerMonth' | 'organizationPerHour' | 'ipPerDay' | 'projectPerHour'
    max: number
    isOwn: boolean
  }[]
  /** docent.config.ts says what the limits are. */
  isConfigured: boolean
  spending: { jobDollars: number; answerDollars: number; tokensPerDay: number }
  retention: { threadsDays: number | null; stepsDays: number; eventsDays: number; archiveAfterDays: number }
  webhooks: Endpoint[]
}

export interface Delivery {
  id: string
  endpoint: string
  type: string
  projectId: string
  jobId: string
  status: 'pending' | 'delivered' | 'dead'
  attempts: number
  nextAttemptAt: string | null
  lastError: string | null
  createdAt: string
  updatedAt: string
}

export interface AuditEntry {
  id: string
  at: string
  actor: { kind: 'member' | 'key' | 'command' | 'nobody'; id: string | null; name: string }
  action: string
  target: string | null
  details: Record<string, string | number | boolean | null>
  ip: string | null
}

/** What a model or a git host needs; its value never leaves the server. */
export interface Credential {
  name: string
  about: string
  /** Of an address: name of the key that is sent there. */
  key: string | null
  /** Name of the channel that needs it. */
  channel: string | null
  source: 'environment' | 'entered' | null
  lastFour: string
  updatedAt: string | null
  updatedBy: string | null
}

export interface System {
  version: string
  node: string
  uptimeMs: number
  memoryBytes: number
  dataDirectory: string
  data: { name: string; bytes: number }[]
  /** Stored credentials and keys that need a secret which is not the newest. */
  olderSecrets: number
  gitHosts: string[]
  modelProviders: string[]
  parts: Record<string, { ok: boolean; message?: string }>
}

export function keysQuery(organization: string) {
  return queryOptions({
    queryKey: ['keys', organization],
    queryFn: async ({ signal }) =>
      (await request<{ keys: Key[] }>('/api/keys', { query: { organization }, signal })).keys,
  })
}

export function useCreateKey(organization: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (key: NewKey) =>
      request<{ key: string; record: Key }>('/api/keys', {
        method: 'POST',
        query: { organization },
        body: key,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys', organization] }),
    onError: () => undefined,
  })
}

export interface KeyChange {
  name?: string
  expiresAt?: string | null
  allowedIps?: string[]
  allowedOrigins?: string[]
  spendUsdPerMonth?: number | null
}

/** The form says what is wrong. */
export function useKeyChange(organization: string, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: KeyChange) =>
      request<Key>(`/api/keys/${encodeURIComponent(id)}`, {
        method: 'PATCH',
        query: { organization },
        body,
      }),
    onSuccess: () =>
      Promise.all(
        ['keys', 'limits'].map((name) => queries.invalidateQueries({ queryKey: [name, organization] })),
      ),
    onError: () => undefined,
  })
}

export function membersQuery(organization: string) {
  return queryOptions({
    queryKey: ['members', organization],
    queryFn: async ({ signal }) => {
      const options = { query: { organization }, signal }
      const [{ members }, { invitations }] = await Promise.all([
        request<{ members: Member[] }>('/api/members', options),
        request<{ invitations: Invitation[] }>('/api/invitations', options),
      ])
      return { members, invitations }
    },
  })
}

/** A change of keys, members, invitations, deliveries, credentials or failed tasks; what is shown of them is renewed after it. */
export function useOrganizationChange<Input, Result>(
  organization: string,
  renews: 'keys' | 'members' | 'deliveries' | 'credentials' | 'failed-tasks',
  change: (input: Input) => { path: string; method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; body?: unknown },
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => {
      const { path, ...options } = change(input)
      return request<Result>(path, { ...options, query: { organization } })
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [renews, organization] }),
        // Those of a channel make it one of the server's.
        ...(renews === 'credentials' ? [queries.invalidateQueries({ queryKey: ['channels'] })] : []),
      ]),
  })
}

/** A new value of one credential, used at once. */
export function useEnterCredential(organization: string) {
  return useOrganizationChange(
    organization,
    'credentials',
    ({ name, ...body }: { name: string; value: string; key?: string }) => ({
      method: 'PUT',
      path: `/api/secrets/${encodeURIComponent(name)}`,
      body,
    }),
  )
}

export function credentialsQuery(organization: string) {
  return queryOptions({
    queryKey: ['credentials', organization],
    queryFn: ({ signal }) =>
      request<{ secrets: Credential[]; applies: boolean }>('/api/secrets', {
        query: { organization },
        signal,
      }),
  })
}

export function organizationQuery(organization: string) {
  return queryOptions({
    queryKey: ['organization', organization],
    queryFn: ({ signal }) =>
      request<OrganizationDetail>('/api/organization', { query: { organization }, signal }),
  })
}

export function deliveriesQuery(organization: string, status: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['deliveries', organization, status],
    queryFn: ({ pageParam, signal }) =>
      request<{ deliveries: Delivery[]; nextCursor: string | null }>('/api/webhooks/deliveries', {
        query: { organization, status, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // What is sent now is soon something else.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]?.deliveries.some(({ status }) => status === 'pending')
        ? 3_000
        : false,
  })
}

export function auditQuery(organization: string, action: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['audit', organization, action],
    queryFn: ({ pageParam, signal }) =>
      request<{ entries: AuditEntry[]; nextCursor: string | null }>('/api/audit', {
        query: { organization, action, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function systemQuery(organization: string) {
  return queryOptions({
    queryKey: ['system', organization],
    queryFn: ({ signal }) => request<System>('/api/system', { query: { organization }, signal }),
    refetchInterval: 30_000,
  })
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from './request.ts'

/** A channel that has its credentials. */
export interface ServerChannel {
  name: string
  label: string
  /** Path that takes deliveries; null where Docent asks for posts. */
  webhook: string | null
}

export interface ChannelPlace {
  channel: string
  place: string
  mode?: 'mention' | 'posts'
  groups?: string[]
  answersPerThread?: number
  answersPerUserPerDay?: number
  answersPerDay?: number
  usdPerDay?: number
  waitMs?: number
  silentTags?: string[]
  person?: { tag?: string; notify?: string }
}

export interface Support {
  url?: string
  email?: string
  webhook?: boolean
}

export interface ProjectChannels {
  channels: ServerChannel[]
  places: ChannelPlace[]
  support: Support | null
  changedIn: 'dashboard' | 'file'
}

/** What Docent would have said to a post. */
export interface DryAnswer {
  question: string
  url: string | null
  answer: string | null
  silence: string | null
}

const path = (project: string) => `/api/projects/${encodeURIComponent(project)}`

export function channelsQuery(project: string) {
  return queryOptions({
    queryKey: ['channels', project],
    queryFn: ({ signal }) => request<ProjectChannels>(`${path(project)}/channels`, { signal }),
  })
}

export function useChangeChannels(project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { channels?: ChannelPlace[] | null; support?: Support | null }) =>
      request(path(project), { method: 'PATCH', body }),
    onSuccess: () => queries.invalidateQueries(channelsQuery(project)),
    // The page says it at the field.
    onError: () => undefined,
  })
}

/** Twenty answers of a slow model take a while. */
export function useDryRun(project: string) {
  return useMutation({
    mutationFn: async (body: { channel: string; place: string; groups: string[] }) =>
      (
        await request<{ posts: DryAnswer[] }>(`${path(project)}/channels/dry-run`, {
          method: 'POST',
          body,
          timeoutMs: 600_000,
        })
      ).posts,
    onError: () => undefined,
  })
}

/** A code that links the account of whoever is signed in. */
export function useLinkCode(project: string) {
  return useMutation({
    mutationFn: async () =>
      (await request<{ code: string }>(`${path(project)}/channels/link`, { method: 'POST' })).code,
  })
}

import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

export interface DayCounts {
  answers: number
  unanswered: number
  failed: number
  jobs: number
  failedJobs: number
  pullRequests: number
  mergedPullRequests: number
  dollars: number
}

export type Day = DayCounts & { day: string }

export interface Attention {
  kind: 'outage' | 'job' | 'gap' | 'index' | 'model' | 'git-host'
  title: string
  detail: string
  id: string | null
  at: string | null
  /** Of an outage: what is away. */
  waitsFor: 'model' | 'git-host' | 'machine' | 'server' | null
  /** Of an outage: when it is tried again, where that is known. */
  nextAt: string | null
}

export interface Overview {
  days: Day[]
  before: DayCounts
  attention: Attention[]
  isPriced: boolean
  unpricedModels: number
  isFresh: boolean
}

export interface ModelUse {
  model: string
  answers: number
  jobs: number
  inputTokens: number
  outputTokens: number
  dollars: number | null
}

export interface Activity {
  days: Day[]
  models: ModelUse[]
  isPriced: boolean
}

const base = (project: string) => `/api/projects/${encodeURIComponent(project)}`

export function overviewQuery(project: string) {
  return queryOptions({
    queryKey: ['overview', project],
    queryFn: ({ signal }) => request<Overview>(`${base(project)}/overview`, { signal }),
    // Asked for before the page is drawn, and not again when it is. Who comes back from a question looks whether it counted.
    staleTime: 1_000,
    refetchInterval: 30_000,
  })
}

export function activityQuery(project: string, days: number) {
  return queryOptions({
    queryKey: ['activity', project, days],
    queryFn: ({ signal }) => request<Activity>(`${base(project)}/activity`, { query: { days }, signal }),
  })
}

export interface InventedNames {
  models: { model: string; answers: number }[]
  names: {
    text: string
    kind: string
    suggestion: string | null
    answers: number
    models: string[]
    lastAt: string
  }[]
}

export function inventedNamesQuery(project: string, days: number) {
  return queryOptions({
    queryKey: ['invented-names', project, days],
    queryFn: ({ signal }) =>
      request<InventedNames>(`${base(project)}/invented-names`, { query: { days, limit: 15 }, signal }),
  })
}

export interface ClaimCounts {
  models: { model: string; checked: number; unsupported: number }[]
}

export function claimCountsQuery(project: string, days: number) {
  return queryOptions({
    queryKey: ['claims', project, days],
    queryFn: ({ signal }) => request<ClaimCounts>(`${base(project)}/claims`, { query: { days }, signal }),
  })
}

import type { Todo } from '@docent/client'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { all } from './all.ts'
import { request } from './request.ts'

export interface JobSummary {
  id: string
  title: string
  status: 'active' | 'completed' | 'failed'
  cancelled: boolean
  branch: string
  model: string
  pullRequest: {
    number: number
    url: string
    draft: boolean
    state: 'open' | 'merged' | 'closed'
    mergedAt: string | null
    mergedBy: string | null
  } | null
  createdAt: string
  updatedAt: string
  archivedAt: string | null
  /** Why it makes no progress. Null while it works, and when it has ended. */
  waiting: {
    for: 'model' | 'git-host' | 'machine' | 'server'
    reason: string
    since: string
    until: string
  } | null
}

export interface JobDetail extends JobSummary {
  repository: string
  run: number
  publishing: boolean
  haltReason: string | null
  messageToUser: string
  todos: Todo[]
  usage: { steps: number; inputTokens: number; outputTokens: number; workMs: number; dollars: number | null }
}

export interface JobChanges {
  files: {
    path: string
    change: 'added' | 'modified' | 'deleted' | 'renamed'
    from?: string
    added: number
    removed: number
  }[]
  /** Unified diff against the commit that the job began at. */
  diff: string
  isCut: boolean
}

export interface JobFilter {
  status?: string | undefined
  archived?: string | undefined
}

const base = (project: string) => `/api/projects/${encodeURIComponent(project)}/jobs`
const one = (project: string, id: string) => `${base(project)}/${encodeURIComponent(id)}`

/** @param isLive whether news of the jobs comes by itself; it tells of the newest alone */
export function jobsQuery(project: string, filter: JobFilter, isLive: boolean) {
  return infiniteQueryOptions({
    queryKey: ['jobs', project, filter],
    queryFn: ({ pageParam, signal }) =>
      request<{ jobs: JobSummary[]; nextCursor: string | null }>(base(project), {
        query: { ...filter, limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // While something runs on the first page, and nothing was scrolled to.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]?.jobs.some(({ status }) => status === 'active')
        ? isLive
          ? 30_000
          : 3_000
        : false,
  })
}

export function latestJobsQuery(project: string, limit: number) {
  return queryOptions({
    queryKey: ['jobs', project, 'latest', limit],
    queryFn: ({ signal }) =>
      request<{ jobs: JobSummary[] }>(base(project), { query: { archived: 'false', limit }, signal }),
  })
}

export function jobQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['job', project, id],
    queryFn: ({ signal }) => request<JobDetail>(one(project, id), { signal }),
    // The events renew it; this is for the time in which their stream is being opened again.
    refetchInterval: ({ state: { data } }) => (data?.status === 'active' ? 15_000 : false),
  })
}

export function jobChangesQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['job-changes', project, id],
    queryFn: ({ signal }) =>
      request<JobChanges>(`${one(project, id)}/changes`, { signal, timeoutMs: 60_000 }),
    staleTime: 60_000,
  })
}

export function jobEventsPath(project: string, id: string): string {
  return `${one(project, id)}/events`
}

export interface NewJob {
  prompt: string
  asDraft: boolean
  branch?: string
}

export function useCreateJob(project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (job: NewJob) => request<JobDetail>(base(project), { method: 'POST', body: job }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['jobs', project] }),
  })
}

export type JobAction = 'cancel' | 'archive' | 'restore' | 'again'

/** Cancel, archive, take back, or run again; the reply is the job that is to be shown next. */
export function useJobAction(project: string, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (action: JobAction) =>
      request<JobDetail>(`${one(project, id)}/${action}`, { method: 'POST' }),
    onSuccess: (job) => {
      queries.setQueryData(['job', project, job.id], job)
      void queries.invalidateQueries({ queryKey: ['jobs', project] })
    },
  })
}

export function useFollowUp(project: string, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (prompt: string) =>
      request<JobDetail>(`${one(project, id)}/messages`, { method: 'POST', body: { prompt } }),
    onSuccess: (job) => queries.setQueryData(['job', project, id], job),
  })
}

/** Does the same with several jobs. The reply says with how many it worked, and why it did not with the others. */
export function useJobActions(project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ action, ids }: { action: JobAction; ids: readonly string[] }) =>
      all(ids, (id) => request(`${one(project, id)}/${action}`, { method: 'POST' })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['jobs', project] }),
  })
}

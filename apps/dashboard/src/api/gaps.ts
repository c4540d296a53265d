import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dayBefore } from './conversations.ts'
import type { JobDetail } from './jobs.ts'
import { request } from './request.ts'

export type GapState = 'open' | 'dismissed' | 'snoozed'

export interface Gap {
  id: string
  title: string
  terms: string[]
  count: number
  firstAskedAt: string
  lastAskedAt: string
  days: { day: string; count: number }[]
  questions: { question: string; follows: string | null; count: number; threadId: string }[]
  state: GapState
  snoozedUntil: string | null
  jobId: string | null
}

const SNOOZE_MS = 7 * 86_400_000

const base = (project: string) => `/api/projects/${encodeURIComponent(project)}/gaps`

export function gapsQuery(project: string, days: number, state: GapState) {
  return queryOptions({
    queryKey: ['gaps', project, days, state],
    queryFn: ({ signal }) =>
      request<{ gaps: Gap[]; total: number }>(base(project), {
        query: { from: dayBefore(days), limit: 100, state },
        signal,
      }),
  })
}

export function gapPromptQuery(project: string, days: number, gap: string) {
  return queryOptions({
    queryKey: ['gap-prompt', project, days, gap],
    queryFn: ({ signal }) =>
      request<{ prompt: string }>(`${base(project)}/${encodeURIComponent(gap)}/prompt`, {
        query: { from: dayBefore(days) },
        signal,
      }),
  })
}

export function useWriteGap(project: string, days: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ gap, prompt }: { gap: string; prompt: string }) =>
      request<JobDetail>(`${base(project)}/${encodeURIComponent(gap)}/job`, {
        method: 'POST',
        query: { from: dayBefore(days) },
        body: { prompt },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['gaps', project] }),
  })
}

/** Snoozes for a week. */
export function useSetGapStates(project: string, days: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, state }: { ids: readonly string[]; state: GapState }) => {
      const until = new Date(Date.now() + SNOOZE_MS).toISOString()
      return request<{ changed: number }>(`${base(project)}/state`, {
        method: 'POST',
        query: { from: dayBefore(days) },
        body: { ids, state, ...(state === 'snoozed' ? { until } : {}) },
      })
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['gaps', project] }),
        queries.invalidateQueries({ queryKey: ['overview', project] }),
      ]),
  })
}

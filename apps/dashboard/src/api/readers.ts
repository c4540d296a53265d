import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dayBefore } from './conversations.ts'
import { request } from './request.ts'

export interface ReaderCount {
  human: number
  ai: number
  total: number
}

export type PageCount = ReaderCount & { path: string }

/** A page with its views, and its visitors where it is among the most visited. */
export interface PageReaders {
  path: string
  views: ReaderCount
  visitors: number | null
}

export interface Readers {
  views: ReaderCount
  visitors: ReaderCount
  /** The most viewed first. */
  pages: PageReaders[]
  hasMore: boolean
}

export type FeedbackStatus = 'pending' | 'in_progress' | 'resolved' | 'dismissed'

export interface PageFeedback {
  id: string
  path: string
  comment: string | null
  createdAt: string
  source: 'code_snippet' | 'contextual' | 'agent' | 'thumbs_only'
  status: FeedbackStatus
  helpful?: boolean | null
  contact?: string | null
  code?: string | null
}

export interface PageFeedbackCount {
  path: string
  thumbsUp: number
  thumbsDown: number
  code: number
  total: number
}

/** Pages of the lists that are shown. */
export const PAGES_SHOWN = 10
/** Pages whose visitors are looked up: a page with many views rarely has few visitors. */
const PAGES_COMPARED = 250
const FEEDBACK_AT_ONCE = 10

const base = (project: string) => `/api/projects/${encodeURIComponent(project)}`

export function readersQuery(project: string, days: number) {
  return queryOptions({
    queryKey: ['readers', project, days],
    queryFn: async ({ signal }): Promise<Readers> => {
      const dateFrom = dayBefore(days)
      const [views, visitors] = await Promise.all([
        request<{ totals: ReaderCount; views: PageCount[]; hasMore: boolean }>(`${base(project)}/views`, {
          query: { dateFrom, limit: PAGES_SHOWN },
          signal,
        }),
        request<{ totals: ReaderCount; visitors: PageCount[] }>(`${base(project)}/visitors`, {
          query: { dateFrom, limit: PAGES_COMPARED },
          signal,
        }),
      ])
      const visitorsOf = new Map(visitors.visitors.map(({ path, total }) => [path, total]))
      return {
        views: views.totals,
        visitors: visitors.totals,
        pages: views.views.map(({ path, ...count }) => ({
          path,
          views: count,
          visitors: visitorsOf.get(path) ?? null,
        })),
        hasMore: views.hasMore,
      }
    },
  })
}

/** Which programs read, and the pages that they read most. */
export function agentReadsQuery(project: string, days: number) {
  return queryOptions({
    queryKey: ['agent-reads', project, days],
    queryFn: async ({ signal }) => {
      const { programs, views } = await request<{
        programs: { program: string | null; views: number }[]
        views: PageCount[]
      }>(`${base(project)}/views`, { query: { dateFrom: dayBefore(days), limit: PAGES_COMPARED }, signal })
      const pages = views.filter(({ ai }) => ai > 0).toSorted((one, other) => other.ai - one.ai)
      return { programs, pages }
    },
  })
}

export function pageFeedbackQuery(project: string, days: number, status: FeedbackStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: ['page-feedback', project, days, status],
    queryFn: ({ pageParam, signal }) =>
      request<{ feedback: PageFeedback[]; nextCursor: string | null }>(`${base(project)}/page-feedback`, {
        query: { dateFrom: dayBefore(days), limit: FEEDBACK_AT_ONCE, status, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function feedbackByPageQuery(project: string, days: number) {
  return queryOptions({
    queryKey: ['feedback-by-page', project, days],
    queryFn: ({ signal }) =>
      request<{ feedback: PageFeedbackCount[]; hasMore: boolean }>(`${base(project)}/page-feedback/by-page`, {
        query: { dateFrom: dayBefore(days), limit: PAGES_SHOWN },
        signal,
      }),
  })
}

export function useSetFeedbackStatus(project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: FeedbackStatus }) =>
      request<PageFeedback>(`${base(project)}/page-feedback/${encodeURIComponent(id)}`, {
        method: 'PATCH',
        body: { status },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['page-feedback', project] }),
  })
}

/** A key for pages of this server, which ends within hours. */
export function readerKeyQuery(project: string) {
  return queryOptions({
    queryKey: ['reader-key', project],
    queryFn: async ({ signal }) =>
      (
        await request<{ key: string }>(`/api/projects/${encodeURIComponent(project)}/reader-key`, {
          signal,
        })
      ).key,
    staleTime: 30 * 60_000,
  })
}

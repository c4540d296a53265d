import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

export type Outcome = 'answered' | 'unanswered' | 'aborted' | 'failed'

export interface Conversation {
  threadId: string
  fp: string
  createdAt: string
  updatedAt: string
  turns: number
  question: string
  outcome: Outcome
  feedback: { up: number; down: number }
}

export type NameVerdict = 'cited' | 'retrieved' | 'asked' | 'indexed' | 'invented' | 'unchecked'

export interface GroundedName {
  text: string
  kind: string
  verdict: NameVerdict
  start: number
  passage?: number
  suggestion?: string
  unconfirmedWith?: string
}

/** What the names of an answer rest on. */
export interface Grounding {
  names: GroundedName[]
  counts: Record<NameVerdict | 'unconfirmed', number>
  /** Names behind this place were not checked. */
  uncheckedFrom?: number
  /** Invented names that the reader did not see. */
  removed?: { text: string; kind: string; by: 'strict' | 'repair'; suggestion?: string }[]
}

/** How well the cited passages support the sentences of an answer. */
export interface CheckedClaims {
  checker: string
  threshold: number
  claims: { start: number; end: number; supported: number; passage?: number }[]
  passages?: { url: string; title: string }[]
}

export interface Turn {
  id: string
  createdAt: string
  question: string
  asked: { currentPath?: string }
  answer: string
  outcome: Outcome
  failure?: string
  sources: { path: string; url: string; title: string }[]
  searches: string[]
  grounding?: Grounding
  claims?: CheckedClaims
  model: string
  inputTokens: number
  outputTokens: number
  firstTextMs: number | null
  totalMs: number
  feedback: { rating: 'up' | 'down'; text: string; createdAt: string } | null
}

export interface Thread {
  threadId: string
  fp: string
  createdAt: string
  turns: Turn[]
}

export interface Search {
  source: 'assistant' | 'search' | 'mcp'
  query: string
  count: number
  unanswered: number
  withoutResults: number | null
  meanResults: number | null
  meanMs: number | null
}

export interface Feedback {
  threadId: string
  turnId: string
  question: string
  answer: string
  rating: 'up' | 'down'
  text: string
  createdAt: string
}

const base = (project: string) => `/api/projects/${encodeURIComponent(project)}`

/** The day from which a report counts, for the last so many days. */
export function dayBefore(days: number): string {
  return new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
}

export interface ConversationFilter {
  days: number
  outcome?: string | undefined
  rating?: string | undefined
  page?: string | undefined
  text?: string | undefined
}

export function conversationsQuery(project: string, filter: ConversationFilter) {
  const { days, ...rest } = filter
  return infiniteQueryOptions({
    queryKey: ['conversations', project, filter],
    queryFn: ({ pageParam, signal }) =>
      request<{ conversations: Conversation[]; nextCursor: string | null }>(
        `${base(project)}/conversations`,
        {
          query: { ...rest, from: dayBefore(days), limit: 100, cursor: pageParam },
          signal,
        },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** The newest of the last thirty days. */
export function latestConversationsQuery(project: string, limit: number) {
  return queryOptions({
    queryKey: ['conversations', project, 'latest', limit],
    queryFn: ({ signal }) =>
      request<{ conversations: Conversation[] }>(`${base(project)}/conversations`, {
        query: { from: dayBefore(30), limit },
        signal,
      }),
  })
}

export function threadQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['conversation', project, id],
    queryFn: ({ signal }) => readThread(project, id, signal),
  })
}

export function readThread(project: string, id: string, signal: AbortSignal): Promise<Thread> {
  return request(`${base(project)}/conversations/${encodeURIComponent(id)}`, { signal })
}

export function searchesQuery(project: string, days: number) {
  return queryOptions({
    queryKey: ['searches', project, days],
    queryFn: ({ signal }) =>
      request<{ searches: Search[] }>(`${base(project)}/searches`, {
        query: { from: dayBefore(days), limit: 100 },
        signal,
      }),
  })
}

export function feedbackQuery(project: string, days: number) {
  return queryOptions({
    queryKey: ['feedback', project, days],
    queryFn: ({ signal }) =>
      request<{ feedback: Feedback[] }>(`${base(project)}/feedback`, {
        query: { from: dayBefore(days), limit: 100 },
        signal,
      }),
  })
}

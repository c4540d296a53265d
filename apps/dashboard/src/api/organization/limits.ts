import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../request.ts'

interface Counted {
  scope: 'organization' | 'project' | 'key'
  id: string
  name: string
  resetsAt: string
}

export interface LimitUse extends Counted {
  operation: 'assistant' | 'search' | 'page' | 'feedback' | 'agent'
  window: 'hour' | 'month'
  max: number
  used: number
}

export interface SpendUse extends Counted {
  maxUsd: number
  usedUsd: number
}

export interface LimitsInUse {
  limits: LimitUse[]
  /** Null while the counts cannot be read. */
  spend: SpendUse[] | null
  problem: string | null
}

export function limitsQuery(organization: string) {
  return queryOptions({
    queryKey: ['limits', organization],
    queryFn: ({ signal }) => request<LimitsInUse>('/api/limits', { query: { organization }, signal }),
    refetchInterval: 15_000,
  })
}

/** Null takes the limit of the server. The form says what is wrong. */
export function useChangeLimits(organization: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Readonly<Record<string, number | null>>) =>
      request('/api/limits', { method: 'PATCH', query: { organization }, body }),
    onSuccess: () =>
      Promise.all(
        ['organization', 'limits'].map((name) =>
          queries.invalidateQueries({ queryKey: [name, organization] }),
        ),
      ),
    onError: () => undefined,
  })
}

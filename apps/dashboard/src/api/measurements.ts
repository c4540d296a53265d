import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from './request.ts'

export type MeasurementRequest =
  | { kind: 'evaluation'; answers: boolean; model?: string }
  | {
      kind: 'model-check'
      model: string
      tasks: readonly ('answers' | 'agent')[]
      maxMinutes?: number
      maxCost?: number
    }

/** An evaluation, or the check of a model, that somebody started here. */
export interface Measurement {
  id: string
  request: MeasurementRequest
  status: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled'
  step: string
  done: number
  of: number
  message?: string
}

const path = (project: string) => `/api/projects/${encodeURIComponent(project)}/measurement`
const key = (project: string) => ['measurement', project]

export function isMeasuring(measurement: Measurement | null | undefined): boolean {
  return measurement?.status === 'waiting' || measurement?.status === 'running'
}

export function measurementQuery(project: string) {
  return queryOptions({
    queryKey: key(project),
    queryFn: async ({ signal }) =>
      (await request<{ measurement: Measurement | null }>(path(project), { signal })).measurement,
    refetchInterval: ({ state: { data } }) => (isMeasuring(data) ? 1_000 : false),
  })
}

export function useStartMeasurement(project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: MeasurementRequest) => request<Measurement>(path(project), { method: 'POST', body }),
    onSuccess: (measurement) => queries.setQueryData(key(project), measurement),
    // The form says it.
    onError: () => undefined,
  })
}

export function useCancelMeasurement(project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => request<void>(path(project), { method: 'DELETE' }),
    onSettled: () => queries.invalidateQueries({ queryKey: key(project) }),
  })
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from './request.ts'

/** A line of the file that `docent eval` reads. */
export interface EvaluationQuestion {
  question: string
  pages?: string[]
  contains?: string[]
  refuses?: boolean
  filter?: Record<string, unknown>
}

export interface SavedQuestion extends EvaluationQuestion {
  id: string
  savedAt: string
}

const base = (project: string) => `/api/projects/${encodeURIComponent(project)}/evaluation`

export function evaluationQuery(project: string) {
  return queryOptions({
    queryKey: ['evaluation', project],
    queryFn: async ({ signal }) =>
      (await request<{ questions: SavedQuestion[] }>(base(project), { signal })).questions,
  })
}

export function useSaveQuestion(project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: EvaluationQuestion) => request<SavedQuestion>(base(project), { method: 'POST', body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['evaluation', project] }),
    // The form says it, at its field.
    onError: () => undefined,
  })
}

export function useRemoveQuestion(project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      request<void>(`${base(project)}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['evaluation', project] }),
  })
}

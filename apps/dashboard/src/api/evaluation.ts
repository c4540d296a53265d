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

export interface CheckCount {
  checked: number
  passed: number
}

/** What was measured with; null where there is none, or where it plays no part. */
export type EvaluationSettings = Record<
  'model' | 'embedding' | 'rerank' | 'synonyms' | 'variants' | 'grounding' | 'claims' | 'revision',
  string | null
>

/** The result of one `docent eval`. */
export interface EvaluationRun {
  at: string
  /** Absent when questions were only searched for. */
  model?: string
  /** Absent in results of earlier versions. */
  settings?: EvaluationSettings
  /** The test collection that was searched instead of the documentation. */
  collection?: { name: string; documents: number }
  retrieval: { questions: number; recallAt5: number; mrr: number; ndcgAt10: number }
  answers?: { passed: CheckCount }
  grounding?: { answers: number; withInvented: number }
  claims?: { answers: number; withUnsupported: number }
  questions: {
    question: string
    expected: string[]
    rank: number | null
    passed?: boolean | null
    invented?: string[]
  }[]
  /** Whether it can be compared with another one. */
  isComparable: boolean
}

export interface QuestionResult {
  rank: number | null
  passed?: boolean | null
  invented?: string[]
  unsupported?: number
}

export interface EvaluationComparison {
  /** Absent where a result of an earlier version has no settings. */
  differs?: { setting: keyof EvaluationSettings; before: string | null; after: string | null }[]
  questions: number
  measures: {
    measure: string
    questions: number
    difference: number
    low: number
    high: number
    verdict: 'better' | 'worse' | 'unclear'
  }[]
  changed: {
    question: string
    expected: string[]
    change: 'better' | 'worse' | 'mixed'
    before: QuestionResult
    after: QuestionResult
  }[]
  moreChanged: number
}

const base = (project: string) => `/api/projects/${encodeURIComponent(project)}/evaluation`

export function evaluationQuery(project: string) {
  return queryOptions({
    queryKey: ['evaluation', project],
    queryFn: async ({ signal }) =>
      (await request<{ questions: SavedQuestion[] }>(base(project), { signal })).questions,
  })
}

export function evaluationRunsQuery(project: string) {
  return queryOptions({
    queryKey: ['evaluation-runs', project],
    queryFn: async ({ signal }) =>
      (await request<{ runs: EvaluationRun[] }>(`${base(project)}/runs`, { signal })).runs,
  })
}

/** Results never change, so neither does what they differ by. */
export function evaluationComparisonQuery(project: string, before: string, after: string) {
  return queryOptions({
    queryKey: ['evaluation-comparison', project, before, after],
    queryFn: ({ signal }) =>
      request<EvaluationComparison>(`${base(project)}/comparison?${new URLSearchParams({ before, after })}`, {
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
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

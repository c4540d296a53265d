import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

export type ModelFitness = 'good' | 'limited' | 'unfit' | 'unknown'

export interface ModelCheck {
  id: string
  area: 'protocol' | 'context' | 'answers' | 'agent'
  title: string
  outcome: 'passed' | 'failed' | 'skipped'
  detail?: string
}

/** What `docent models check` found out about one model. */
export interface ModelCard {
  model: string
  at: string
  ms: number
  inputTokens: number
  outputTokens: number
  cost: number | null
  context: { claimed: number; measured: number | null; isAtLeast: boolean }
  fitness: { assistant: ModelFitness; agent: ModelFitness }
  checks: ModelCheck[]
  advice: { setting: string; value: string; why: string }[]
}

export function modelChecksQuery(project: string) {
  return queryOptions({
    queryKey: ['model-checks', project],
    queryFn: async ({ signal }) =>
      (
        await request<{ cards: ModelCard[] }>(`/api/projects/${encodeURIComponent(project)}/model-checks`, {
          signal,
        })
      ).cards,
  })
}

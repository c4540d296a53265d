import { useMutation } from '@tanstack/react-query'
import { request } from './request.ts'

export interface Explanation {
  model: string
  passages: {
    number: number
    path: string
    url: string
    title: string
    headings: string[]
    content: string
    score: number
    reason: { inHeadings: string[]; inText: string[] }
  }[]
  prompt: { role: string; text: string }[]
}

/** What an answer is made with, where it differs from what readers get. */
export interface Trial {
  model?: string
  retrievalPageSize?: number
  filter?: { version?: string; language?: string; groups?: string[] }
}

/** What an answer to a question rests on; the model is not asked. */
export function useExplain(project: string, trial: Trial = {}) {
  return useMutation({
    mutationFn: (question: string) =>
      request<Explanation>(`/api/projects/${encodeURIComponent(project)}/assistant/evidence`, {
        method: 'POST',
        body: {
          ...trial,
          fp: 'dashboard',
          messages: [{ id: 'question', role: 'user', parts: [{ type: 'text', text: question }] }],
        },
      }),
    onError: () => undefined,
  })
}

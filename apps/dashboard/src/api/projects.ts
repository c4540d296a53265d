import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from './request.ts'

/** How far the documentation of a project is read. */
export interface IndexStatus {
  state: 'never' | 'indexing' | 'done' | 'failed'
  pages: number
  passages: number
  revision: string | null
  pagesDone: number
  pagesTotal: number
  startedAt: string | null
  expectedEnd: string | null
  message: string | null
}

export interface ProjectSummary {
  id: string
  domain: string
  name: string
  repository: string | null
  source: { plugin: string; url: string } | null
  origin: 'config' | 'store' | 'demo'
  disabled: boolean
  createdAt: string
  index: IndexStatus
}

export function projectsQuery(organization: string) {
  return queryOptions({
    queryKey: ['projects', organization],
    queryFn: async ({ signal }) =>
      (
        await request<{ projects: ProjectSummary[] }>('/api/projects', {
          query: { organization },
          signal,
        })
      ).projects,
    staleTime: 15_000,
    refetchInterval: (query) =>
      query.state.data?.some(({ index }) => index.state === 'indexing') ? 1_500 : false,
  })
}

export function useProjects(organization: string) {
  return useQuery({ ...projectsQuery(organization), enabled: organization !== '' })
}

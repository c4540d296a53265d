import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

export interface FailedTask {
  id: string
  queue: string
  data: unknown
  failedAt: string
  reason: string
}

export function failedTasksQuery(organization: string) {
  return queryOptions({
    queryKey: ['failed-tasks', organization],
    queryFn: async ({ signal }) =>
      (await request<{ tasks: FailedTask[] }>('/api/tasks/failed', { query: { organization }, signal }))
        .tasks,
    refetchInterval: 30_000,
  })
}
